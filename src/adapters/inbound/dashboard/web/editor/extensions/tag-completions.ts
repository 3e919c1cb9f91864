import {
  autocompletion,
  type Completion,
  type CompletionContext,
  type CompletionResult,
  insertCompletionText,
  pickedCompletion,
  startCompletion,
} from '@codemirror/autocomplete';
import type { Extension } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';
import { LATEST } from '../../../../../../domain/naming/label.ts';
import type { ListResponse } from '../../api/http/queries.ts';
import { request } from '../../api/http/request.ts';
import type { Prompt } from '../../api/prompts/prompts.ts';
import type { KnownNames } from '../syntax/known-names.ts';
import { namesIn, type OpenTag, openSections, readOpenTag } from '../syntax/open-tag.ts';

/** Completes names of variables, sections and included prompts inside of tags. */
export const tagCompletions = (readNames: () => KnownNames): Extension =>
  autocompletion({ override: [(context) => complete(context, readNames())], icons: false });

/** Suggests names for what is typed already, if the cursor is in a tag. */
export function suggest(view: EditorView): void {
  const { doc, selection } = view.state;
  const line = doc.lineAt(selection.main.head);
  if (readOpenTag(line.text.slice(0, selection.main.head - line.from))) startCompletion(view);
}

function complete(context: CompletionContext, known: KnownNames) {
  const { state, pos } = context;
  const line = state.doc.lineAt(pos);
  const tag = readOpenTag(line.text.slice(0, pos - line.from));
  if (!tag) return null;
  if (tag.sign === '>') return completeInclude(context, tag, known);
  const options = tag.sign === '/' ? sectionOptions(state.sliceDoc(0, pos)) : variableOptions(context, tag, known);
  return { from: pos - tag.typed.length, options, validFor: /^[\w.]*$/ };
}

/** The innermost open section is the one to close first. */
const sectionOptions = (before: string): readonly Completion[] =>
  openSections(before).map((label, index) => ({ label, apply: insertName, boost: -index }));

function variableOptions(
  { state, pos }: CompletionContext,
  { sign, typed }: OpenTag,
  { variables }: KnownNames,
): readonly Completion[] {
  const types = new Map<string, string>(variables.map(({ name, type }) => [name, type]));
  // Leave out the name that is being typed.
  const names = namesIn(`${state.sliceDoc(0, pos - typed.length)}${state.sliceDoc(pos)}`);
  return [...new Set([...types.keys(), ...names])]
    .filter((name) => sign === '' || !name.includes('.'))
    .map((label) => {
      const type = types.get(label);
      return { label, apply: insertName, ...(type && { detail: type }) };
    });
}

async function completeInclude(
  context: CompletionContext,
  { typed }: OpenTag,
  { promptName }: KnownNames,
): Promise<CompletionResult | null> {
  const abort = new AbortController();
  context.addEventListener('abort', () => abort.abort(), { onDocChange: true });
  const [name = '', selector] = typed.split('@');
  const from = context.pos - (selector ?? name).length;
  try {
    if (selector !== undefined) {
      const labels = await searchLabels(name, abort.signal);
      return { from, options: labels.map((label) => ({ label, apply: insertName })), validFor: /^[\w.-]*$/ };
    }
    const { prompts, isComplete } = await searchIncludes(name, abort.signal);
    const options = prompts
      .filter((prompt) => prompt.name !== promptName)
      .map(({ name: label, description }) => ({ label, detail: description, apply: insertName }));
    return { from, options, ...(isComplete && { validFor: /^[\w./-]*$/ }) };
  } catch {
    // Without a response there is nothing to offer. The rest of the page reports an outage.
    return null;
  }
}

const FOUND_MAX = 100;

/** Text prompts whose name, or anything else, contains the text. Incomplete when there are too many of them. */
async function searchIncludes(text: string, signal: AbortSignal) {
  const query = { q: text, type: 'text', limit: FOUND_MAX };
  const { data, nextCursor } = await request<ListResponse<Prompt>>('prompts', { query, signal });
  return { prompts: data, isComplete: nextCursor === null };
}

/** The labels of the prompt with this name. */
async function searchLabels(name: string, signal: AbortSignal): Promise<readonly string[]> {
  const { data } = await request<ListResponse<Prompt>>('prompts', { query: { name, type: 'text' }, signal });
  return data.flatMap(({ labels }) => [...Object.keys(labels).sort(), LATEST]);
}

/** Inserts the name and closes the tag, unless it is closed already. */
function insertName(view: EditorView, completion: Completion, from: number, to: number): void {
  const { state } = view;
  const isClosed = state.sliceDoc(to, to + 2) === '}}';
  const text = isClosed ? completion.label : `${completion.label}}}`;
  const end = from + completion.label.length + 2;
  view.dispatch({
    ...insertCompletionText(state, text, from, to),
    ...(state.selection.ranges.length === 1 && { selection: { anchor: end } }),
    annotations: pickedCompletion.of(completion),
  });
}
