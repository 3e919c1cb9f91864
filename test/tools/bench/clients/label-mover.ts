/** Moves the label `production` of one prompt between two versions. */
export class LabelMover {
  #current = 1;

  private constructor(
    private readonly url: string,
    private readonly key: string,
    private readonly path: string,
  ) {}

  static async prepare(
    url: string,
    key: string,
    { name, content }: { readonly name: string; readonly content: string },
  ): Promise<LabelMover> {
    const path = `/api/prompts/${encodeURIComponent(name)}`;
    const mover = new LabelMover(url, key, path);
    await mover.#send('PUT', path, { content, labels: ['production'] });
    await mover.#send('PUT', path, { content: `${content}.` });
    return mover;
  }

  /** The version that the label points to. */
  get current(): number {
    return this.#current;
  }

  /** Resolves with the response. */
  async move(): Promise<void> {
    this.#current = 3 - this.#current;
    await this.#send('PUT', `${this.path}/labels/production`, { version: this.#current });
  }

  async #send(method: string, path: string, body: object): Promise<void> {
    const response = await fetch(this.url + path, {
      method,
      headers: { authorization: `Bearer ${this.key}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${method} ${path} returned ${response.status}: ${await response.text()}`);
    await response.arrayBuffer();
  }
}
