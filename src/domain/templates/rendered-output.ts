import { utf8Bytes } from '../text/utf8.ts';

export const OUTPUT_BYTES_MAX = 1024 * 1024;

/** UTF-8 needs no more for a UTF-16 unit. */
const UNIT_BYTES_MAX = 3;

/** How many pieces are joined at a time: joining a million of them at the end would block other requests. */
const PIECES_MAX = 4096;

/** The output of a rendering, written piece by piece. All messages of a chat count together. */
export class RenderedOutput {
  #text = '';
  #pieces: string[] = [];
  #units = 0;
  #uncounted: string[] = [];
  #bytes = 0;

  /** Counts bytes only when there may be too many of them, which hardly any output comes near. */
  get isTooLarge(): boolean {
    if (this.#units * UNIT_BYTES_MAX <= OUTPUT_BYTES_MAX) return false;
    for (const text of this.#uncounted) this.#bytes += utf8Bytes(text);
    this.#uncounted = [];
    return this.#bytes > OUTPUT_BYTES_MAX;
  }

  /** Counts output that is not part of the text, such as the messages of a placeholder. */
  count(text: string): void {
    if (text === '') return;
    this.#units += text.length;
    this.#uncounted.push(text);
  }

  write(text: string): void {
    this.count(text);
    this.#pieces.push(text);
    if (this.#pieces.length >= PIECES_MAX) this.#join();
  }

  /** Everything that was written since the last time. */
  takeText(): string {
    this.#join();
    const text = this.#text;
    this.#text = '';
    return text;
  }

  #join(): void {
    this.#text += this.#pieces.join('');
    this.#pieces = [];
  }
}
