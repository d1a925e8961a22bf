"""Which files are the baseline, how several go over each other, and mistakes in them."""

import json

import pytest

from .test_baseline import FEW, KEPT, KIND, NULL, QUICK, read, run, write

UPDATE = "--impl-baseline-update"


@pytest.fixture
def known(project):
    assert run(project, UPDATE).ret == 0
    return read(project)


class TestLayers:
    def test_a_later_file_adds_and_goes_over(self, project, known):
        null, kept = known
        write(project, {**null, "expires": "2020-01-01"}, name="one.json")
        write(project, kept, {**null, "reason": "later"}, name="two.json")
        files = ("--impl-baseline=one.json", "--impl-baseline=two.json")
        result = project.run(*FEW, *files, "-rx")
        assert result.ret == 0
        result.stdout.fnmatch_lines(f"known: {NULL}*: later")
        turned = project.run(*FEW, *reversed(files))
        assert turned.parseoutcomes()["failed"] == 1

    def test_the_last_one_is_updated(self, project, known):
        null, kept = known
        stale = {**KIND, "kind": "refused"}
        write(project, null, stale, name="one.json")
        files = ("--impl-baseline=one.json", "--impl-baseline=two.json")
        result = project.run(*FEW, *files, UPDATE)
        assert read(project, "one.json") == [null, stale]
        assert read(project, "two.json") == [kept]
        assert result.ret == pytest.ExitCode.TESTS_FAILED
        result.stdout.fnmatch_lines(f"{NULL}: does not fail: *; remove it from one.json")


class TestCandidates:
    BOTH = ("--impl=right.py", *FEW)

    def test_an_entry_without_a_candidate_is_for_each(self, project, known):
        project.write(again=(project.path / "forgetful.py").read_text())
        options = ("--impl=again.py", *FEW, "--impl-baseline=base.json")
        assert project.run(*options).parseoutcomes()["known"] == 4

    def test_it_is_fixed_only_if_it_is_for_each(self, project, known):
        assert project.run(*self.BOTH, "--impl-baseline=base.json").ret == 0
        others = ("--impl=right.py", "--deselect=toolwire::acp-v2/null-clears[forgetful.py]")
        result = project.run(*FEW, *others, "--impl-baseline=base.json")
        assert "does not fail" not in result.stdout.str()
        alone = project.run("--impl=right.py", *FEW[1:], "--impl-baseline=base.json")
        alone.stdout.fnmatch_lines(f"{NULL}: does not fail: *")

    def test_an_update_with_several_names_them(self, project):
        assert project.run(*self.BOTH, "--impl-baseline=base.json", UPDATE).ret == 0
        assert {each["candidate"] for each in read(project)} == {"forgetful.py"}
        assert project.run(*self.BOTH, "--impl-baseline=base.json").ret == 0

    def test_one_that_names_the_candidate_goes_before(self, project, known):
        mine = [{**each, "candidate": "forgetful.py", "reason": "mine"} for each in known]
        write(project, *mine, *known)
        run(project, "-rx").stdout.fnmatch_lines(f"known: {NULL}*: mine")
        write(project, *({**each, "candidate": "other.py"} for each in mine))
        assert run(project).parseoutcomes()["failed"] == 2


class TestWhichFile:
    TABLE = '[tool.toolwire.candidates.mine]\nmodule = "forgetful"\nbaseline = "base.json"\n'
    MINE = ("--impl=mine", *QUICK, "-k", "null-clears or values-are-kept")

    def table(self, project, more=""):
        (project.path / "pyproject.toml").write_text(self.TABLE + more)

    def test_a_table_names_one_beside_it(self, project, known, monkeypatch):
        self.table(project, 'cwd = "."\n')
        result = project.run(*self.MINE)
        assert (result.ret, result.parseoutcomes()["known"]) == (0, 2)
        (project.path / "below").mkdir()
        monkeypatch.chdir(project.path / "below")
        result = project.run(*self.MINE)
        assert (result.ret, result.parseoutcomes()["known"]) == (0, 2)
        result.stdout.fnmatch_lines("toolwire baseline: ../base.json: 2 entries, *")

    def test_it_is_updated(self, project):
        self.table(project)
        assert project.run(*self.MINE, UPDATE).ret == 0
        assert len(read(project)) == 2

    def test_the_command_line_goes_before_the_table(self, project, known):
        self.table(project)
        write(project, known[0], name="other.json")
        assert project.run(*self.MINE, "--impl-baseline=other.json").parseoutcomes()["failed"] == 1

    def test_nothing_on_the_command_line_leaves_it_out(self, project, known):
        self.table(project)
        assert project.run(*self.MINE, "--impl-baseline=").parseoutcomes()["failed"] == 2

    def test_the_table_goes_before_the_ini_file(self, project, known):
        self.table(project, '[tool.pytest.ini_options]\nimpl_baseline = ["no-such-file.json"]\n')
        assert project.run(*self.MINE).ret == 0

    def test_an_ini_file_names_them_from_where_it_is(self, project, known, monkeypatch):
        write(project, known[0], name="one.json")
        write(project, known[1], name="two.json")
        project.pytester.makeini("[pytest]\nimpl_baseline =\n  one.json\n  two.json\n")
        assert project.run(*FEW).parseoutcomes()["known"] == 2
        (project.path / "below").mkdir()
        monkeypatch.chdir(project.path / "below")
        project.write(**{"below/forgetful": (project.path / "forgetful.py").read_text()})
        project.write(**{"below/right": (project.path / "right.py").read_text()})
        assert project.run(*FEW).parseoutcomes()["known"] == 2

    def test_a_table_that_names_none_that_there_is(self, project):
        self.table(project)
        result = project.run(*self.MINE)
        assert result.ret == pytest.ExitCode.USAGE_ERROR
        assert [line for line in result.errlines if line] == [
            f"ERROR: --impl: {project.path / 'pyproject.toml'}: tool.toolwire.candidates.mine."
            "baseline: base.json: there is no such file (--impl-baseline-update writes it)"
        ]


def entry(**members):
    return json.dumps({"format": 1, "toolwire": "1", "known": [{**KIND, **members}]})


MISTAKES = {
    "no JSON": (
        "{",
        "base.json: it is not JSON: Expecting property name *: line 1 *",
    ),
    "a comma": ('{"format": 1,}', "base.json: *"),
    "no object": ("[]", 'base.json: it holds no baseline: a JSON object with "format", *'),
    "a report": ('{"toolwire": "1"}', "base.json: it holds no baseline: *"),
    "a format": ('{"format": 2}', "base.json: this version of Toolwire reads format 1"),
    "true as a format": ('{"format": true}', "base.json: this version of Toolwire reads format 1"),
    "no version": ('{"format": 1, "known": []}', "base.json: it lacks the member 'toolwire'"),
    "no list": (
        '{"format": 1, "toolwire": "", "known": {}}',
        "base.json: 'known' must be a list, not {}",
    ),
    "an entry": (
        '{"format": 1, "toolwire": "", "known": [5]}',
        "base.json: entry 1: a JSON object is needed",
    ),
    "a misspelled member": (
        entry(reasn="x"),
        f"base.json: entry 1 ({NULL}): there is no member 'reasn'; near it: reason",
    ),
    "a member twice": (
        '{"format": 1, "format": 1}',
        "base.json: an object has the member 'format' *",
    ),
    "no reason": (
        entry().replace('"reason"', '"flaky": true, "expires"'),
        f"base.json: entry 1 ({NULL}): it lacks the member 'reason'",
    ),
    "no site": (
        entry(sites=[]),
        f"base.json: entry 1 ({NULL}): 'sites' must be a list of strings, *, not [[]]",
    ),
    "a site twice": (entry(sites=["x", "x"]), "*: 'sites' must be a list of strings, none of *"),
    "a site": (entry(sites="x"), "*: 'sites' must be a list of strings, none of *, not 'x'"),
    "a day": (
        entry(expires="2026-02-30"),
        "*: 'expires' must be a date such as \"2026-12-31\", not '2026-02-30'",
    ),
    "a week": (entry(expires="2026-W10-1"), "*: 'expires' must be a date such as *"),
    "flaky by name": (entry(flaky="yes"), "*: 'flaky' must be true or false, not 'yes'"),
    "half a character": (entry(reason="\ud800"), "*: 'reason' must be a string, not *"),
    "the same failure twice": (
        json.dumps({"format": 1, "toolwire": "", "known": [KIND, {**KIND, "reason": "other"}]}),
        f"base.json: the entries 1 and 2 both have {NULL}, 'null became absent' at 'ToolCall*",
    ),
    "deep": ("[" * 100_000, "base.json: it is nested too deeply"),
}


@pytest.mark.parametrize(("text", "line"), MISTAKES.values(), ids=MISTAKES)
def test_a_mistake_in_a_file_is_said_in_one_line(project, text, line):
    (project.path / "base.json").write_text(text, "utf-8")
    result = run(project)
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    (said,) = (each for each in result.errlines if each)
    result.stderr.fnmatch_lines(f"ERROR: --impl-baseline: {line}")
    assert len(said) < 400
    assert not result.outlines


def test_files_that_cannot_be_read(project):
    line = "ERROR: --impl-baseline: base.json: there is no such file (--impl-baseline-update *"
    run(project).stderr.fnmatch_lines(line)
    (project.path / "base.json").mkdir()
    run(project).stderr.fnmatch_lines("ERROR: --impl-baseline: base.json: Is a directory")
    (project.path / "base.json").rmdir()
    (project.path / "base.json").write_bytes(b"\xff")
    run(project, UPDATE).stderr.fnmatch_lines("ERROR: --impl-baseline: base.json: 'utf-8' codec *")
    assert (project.path / "base.json").read_bytes() == b"\xff"


def test_of_several_the_earlier_must_be_there(project, known):
    result = project.run(*FEW, "--impl-baseline=no.json", "--impl-baseline=base.json", UPDATE)
    result.stderr.fnmatch_lines("ERROR: --impl-baseline: no.json: there is no such file *")


def test_a_baseline_saved_with_a_mark_of_its_order_is_read(project, known):
    text = (project.path / "base.json").read_text("utf-8")
    (project.path / "base.json").write_text(text, "utf-8-sig")
    assert run(project).ret == 0


def test_what_a_file_says_cannot_act_on_the_terminal(project, known):
    evil = "\x1b[2Jgone\nline"
    write(project, *({**each, "reason": evil} for each in known), {**KIND, "requirement": evil})
    result = run(project, "-rx", "-v")
    assert "\x1b[2J" not in result.stdout.str()
    result.stdout.fnmatch_lines(f"known: {NULL}[[]forgetful.py]: *gone line")
    assert KEPT in result.stdout.str()
