"""Writing an update to its file, and what a person is told of that."""

from dataclasses import replace

from .file import BaselineFile, save
from .updating import Update


def write(update: Update) -> tuple[BaselineFile, str]:
    """Write an update; give the file as it is then, and a line that says what was done.

    Raises OSError.
    """
    is_changed = save(update.file, update.entries)
    file = replace(update.file, entries=update.entries)
    did = f"{update.added} added, {update.removed} taken out; now {count_in_words(file)}"
    return file, f"{file.name}: {did if is_changed else f'unchanged, {count_in_words(file)}'}"


def count_in_words(file: BaselineFile) -> str:
    """Say how much a file has."""
    sites = sum(len(entry.sites) for entry in file.entries)
    entries = "1 entry" if len(file.entries) == 1 else f"{len(file.entries)} entries"
    return f"{entries}, {sites} known failure{'' if sites == 1 else 's'}"
