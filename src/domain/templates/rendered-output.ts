import { utf8Bytes } from '../text/utf8.ts';

export const OUTPUT_BYTES_MAX = 1024 * 1024;

/** How many pieces are joined at a time: joining a million of them at the end would block other requests. */
const PIECES_MAX = 4096;

/** The output of a rendering, written piece by piece. All messages of a chat count together. */
export class RenderedOutput {
  #text = '';
  #pieces: string[] = [];
  #bytes = 0;

  get isTooLarge(): boolean {
    return this.#bytes > OUTPUT_BYTES_MAX;
  }

  /** For output that is not part of the text, such as the messages of a placeholder. */
  count(text: string): void {
    this.#bytes += utf8Bytes(text);
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
