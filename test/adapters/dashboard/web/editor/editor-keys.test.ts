import { EditorSelection, EditorState, type StateCommand } from '@codemirror/state';
import { describe, expect, it } from 'vitest';
import { editorKeys } from '../../../../../src/adapters/inbound/dashboard/web/editor/extensions/editor-keys.ts';

/** The text after the key, with | where the cursors are. */
function press(key: string, text: string): string {
  const [before = '', ...parts] = text.split('|');
  let position = before.length;
  const cursors = parts.map((part) => {
    const cursor = EditorSelection.cursor(position);
    position += part.length;
    return cursor;
  });
  let state = EditorState.create({
    doc: text.replaceAll('|', ''),
    selection: EditorSelection.create(cursors),
    extensions: EditorState.allowMultipleSelections.of(true),
  });
  const command = editorKeys.find((binding) => binding.key === key)?.run as unknown as StateCommand;
  command({ state, dispatch: (transaction) => (state = transaction.state) });
  return state.selection.ranges.reduceRight(
    (shown, { head }) => `${shown.slice(0, head)}|${shown.slice(head)}`,
    state.doc.toString(),
  );
}

describe('a key of the editor', () => {
  it.each([
    ['Backspace', 'ab|c', 'a|c'],
    ['Backspace', 'a\n|b', 'a|b'],
    ['Backspace', '|a', '|a'],
    ['Backspace', 'family 👨‍👩‍👧|!', 'family |!'],
    ['Backspace', 'a|b\nc|d', '|b\n|d'],
    ['Delete', 'a|bc', 'a|c'],
    ['Delete', 'a|\nb', 'a|b'],
    ['Delete', 'a|', 'a|'],
    ['Delete', '|🇩🇪!', '|!'],
    ['Enter', '  - one|', '  - one\n  |'],
  ])('%s changes %j to %j', (key, text, changed) => {
    expect(press(key, text)).toBe(changed);
  });

  it('deletes what is selected', () => {
    let state = EditorState.create({ doc: 'Hello you', selection: { anchor: 5, head: 9 } });
    const command = editorKeys.find(({ key }) => key === 'Backspace')?.run as unknown as StateCommand;

    command({ state, dispatch: (transaction) => (state = transaction.state) });

    expect(state.doc.toString()).toBe('Hello');
  });
});
