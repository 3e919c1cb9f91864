/** One event of a stream. */
export interface StreamEvent {
  /** Id of the last event that had one, this one included. */
  readonly id: string;
  readonly type: string;
  readonly data: string;
}

/** Far more than an event of the service; a stream with longer lines is none of its own. */
const BUFFER_CHARACTERS_MAX = 1024 * 1024;

/** Parses the text of a stream as it arrives, by the rules of the HTML standard for server-sent events (without a BOM). */
export class EventParser {
  #buffer = '';
  #id = '';
  #type = '';
  #data: string[] = [];

  /** The position of the stream: where it can be resumed. */
  get lastEventId(): string {
    return this.#id;
  }

  /** Undefined if the text is no such stream. */
  receive(text: string): readonly StreamEvent[] | undefined {
    this.#buffer += text;
    const events: StreamEvent[] = [];
    // A line break at the end of the text may be the first half of one.
    const lines = this.#buffer.split(/\r\n|\n|\r(?!$)/);
    this.#buffer = lines.pop() ?? '';
    for (const line of lines) {
      const event = this.#readLine(line);
      if (event) events.push(event);
    }
    return this.#buffer.length > BUFFER_CHARACTERS_MAX ? undefined : events;
  }

  #readLine(line: string): StreamEvent | undefined {
    if (line === '') return this.#endEvent();
    const colon = line.indexOf(':');
    const field = colon === -1 ? line : line.slice(0, colon);
    const value = colon === -1 ? '' : line.slice(colon + 1).replace(/^ /, '');
    if (field === 'data') this.#data.push(value);
    else if (field === 'event') this.#type = value;
    else if (field === 'id' && !value.includes('\0')) this.#id = value;
    return undefined;
  }

  #endEvent(): StreamEvent | undefined {
    const event = { id: this.#id, type: this.#type || 'message', data: this.#data.join('\n') };
    const hasData = this.#data.length > 0;
    this.#type = '';
    this.#data = [];
    return hasData ? event : undefined;
  }
}
