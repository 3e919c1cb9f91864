import { Annotation, type Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { startTransition } from 'react';
import { flushSync } from 'react-dom';

/** The page parses and compares the text whenever it changes, which takes a while for longer texts than this. */
const LONG_TEXT_CHARACTERS = 20_000;

/** Changes of a long text are reported when typing pauses for so long. */
const TYPING_PAUSE_MS = 400;

/** Marks changes that the page makes, which it need not be informed of. */
const replacement = Annotation.define<true>();

/**
 * Reports what the user types: a short text on every key, and a long one in pauses of typing, so that keys are never slow.
 *
 * Nothing is lost by that: everything else that a user can do (leave the field, click, press Ctrl+S, close the tab)
 * reports the text first.
 */
export class ChangeReporter {
  #view: EditorView | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Whether the page may not have handled the latest change yet. */
  #isPending = false;
  /** Texts that were reported, and that the page has not handed back yet. */
  #reported: readonly string[] = [];
  readonly #listeners = new AbortController();

  constructor(private readonly report: (text: string) => void) {
    this.#listen(['pointerdown', 'focusout', 'visibilitychange'], () => this.#flush());
    this.#listen(['keydown'], (event) => event instanceof KeyboardEvent && isCommand(event) && this.#flush());
    // These end the page, and with it what would store the draft later.
    this.#listen(['popstate', 'beforeunload', 'pagehide'], () => this.#isPending && flushSync(() => this.#flush()));
  }

  readonly extension: Extension = EditorView.updateListener.of(({ docChanged, transactions, view }) => {
    if (!docChanged || transactions.some((transaction) => transaction.annotation(replacement))) return;
    this.#view = view;
    this.#isPending = true;
    clearTimeout(this.#timer);
    if (view.state.doc.length <= LONG_TEXT_CHARACTERS) return this.#flush();
    // A transition, because the next key must not wait until the page has handled the text.
    this.#timer = setTimeout(() => startTransition(() => this.#report()), TYPING_PAUSE_MS);
  });

  /**
   * Shows a text that the page hands over. Ignores what was typed here: the user may have typed more since then, which
   * must not be replaced by it.
   */
  show(text: string, view: EditorView): void {
    const index = this.#reported.lastIndexOf(text);
    const isLatest = index === this.#reported.length - 1;
    if (isLatest && this.#timer === undefined) this.#isPending = false;
    this.#reported = index === -1 ? [] : this.#reported.slice(index);
    if (index !== -1 || view.state.doc.toString() === text) return;
    this.#stopWaiting();
    this.#isPending = false;
    const changes = { from: 0, to: view.state.doc.length, insert: text };
    view.dispatch({ changes, annotations: replacement.of(true) });
  }

  destroy(): void {
    this.#flush();
    this.#listeners.abort();
  }

  #flush(): void {
    if (!this.#isPending) return;
    this.#isPending = false;
    this.#report();
  }

  #report(): void {
    this.#stopWaiting();
    const text = this.#view?.state.doc.toString();
    if (text === undefined) return;
    this.#reported = [...this.#reported, text];
    this.report(text);
  }

  #stopWaiting(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #listen(events: readonly string[], listener: (event: Event) => unknown): void {
    const options = { capture: true, signal: this.#listeners.signal };
    for (const event of events) window.addEventListener(event, listener, options);
  }
}

const isCommand = ({ ctrlKey, metaKey, altKey }: KeyboardEvent): boolean => ctrlKey || metaKey || altKey;
