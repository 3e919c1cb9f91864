/** Files that hold prompts of other tools, or texts that a promptfoo configuration can refer to. */
const READ = /\.(json|jsonl|ndjson|ya?ml|prompt|prompty|agent|md|txt|csv|j2|jinja2?|njk|liquid)$/i;

/** Files to read in a hidden folder such as `.github/prompts`: its other files are settings. */
const READ_IN_HIDDEN = /\.(prompt|prompt\.md|prompt\.ya?ml|prompty)$/i;

/** Folders of other people's files, by the thousands. */
const SKIPPED_FOLDERS = /^(\.git|\.hg|\.svn|\.venv|venv|node_modules|__pycache__)$/;

/** Whether a folder of this name is left out when the folder that holds it is imported. */
export const isSkippedFolder = (name: string): boolean => SKIPPED_FOLDERS.test(name);

/** Whether a file, by its path in an imported folder, can be part of the import. */
export function isImportable(path: string): boolean {
  const folders = path.split('/');
  const name = folders.pop() ?? '';
  const isHidden = folders.some((folder) => folder.startsWith('.'));
  return !name.startsWith('.') && (isHidden ? READ_IN_HIDDEN : READ).test(name);
}
