"""`--junitxml`, as other programs read it."""

from xml.etree import ElementTree


def _cases(project):
    root = ElementTree.parse(project.path / "junit.xml").getroot()
    return {case.get("name"): case for case in root.iter("testcase")}


def test_each_case_says_what_it_is_about_and_what_came_of_it(project):
    options = ("--impl-examples=0", "--junitxml=junit.xml", "-k", "v2/null-clears or v2/opaque-dig")
    project.run("--impl=forgetful.py", *options)
    cases = _cases(project)
    properties = {
        name: {each.get("name"): each.get("value") for each in case.iter("property")}
        for name, case in cases.items()
    }
    assert properties == {
        f"{requirement}[forgetful.py]": {
            "requirement": requirement,
            "level": level,
            "profile": "acp-v2",
            "outcome": outcome,
        }
        for requirement, level, outcome in (
            ("acp-v2/null-clears", "must", "failed"),
            ("acp-v2/opaque-digits-are-kept", "should", "passed"),
        )
    }
    failure = cases["acp-v2/null-clears[forgetful.py]"].find("failure")
    assert failure is not None
    assert '{"toolCallId":"x","kind":null}' in failure.text


def test_a_skip_has_its_reason(project):
    project.write(no_fold="from right import decode")
    item = "toolwire::acp-v2/fold-null-clears[no_fold]"
    project.run("--impl=no_fold", "--impl-examples=0", "--junitxml=junit.xml", item)
    skipped = _cases(project)["acp-v2/fold-null-clears[no_fold]"].find("skipped")
    assert skipped is not None
    assert skipped.get("message").startswith("not supported: none of ")
