import { setTimeout as sleep } from 'node:timers/promises';
import { EventParser } from '../../../../../clients/typescript/src/stream/event-parser.ts';
import { Announcer } from './announcer.ts';
import type { ServiceClient } from './service-client.ts';

export interface ChangeListener {
  /** Prompts may have changed. Changes shortly after each other are announced once. */
  readonly announce: () => void;
  /** A message for people: the service is away, or back. */
  readonly report: (text: string) => void;
}

/** `refused`: the service is there, but no events arrive from it, perhaps because of a proxy. */
type StreamEnd = 'ended' | 'refused' | 'unavailable' | 'unauthorized';

const ONE_PROMPT = '/api/prompts?limit=1';
const RETRY_MS = 1000;
/** The first event is sent with the head of the response, unless a proxy withholds it. */
const HELLO_MS = 10_000;
/** The service sends something every 15 seconds. A computer that slept does not notice that its connection is gone. */
const IDLE_MS = 45_000;
const POLL_MS = 5000;
/** Then events are tried again. */
const POLLS_MAX = 12;
/** A key that is refused is looked for in its file this often before it is tried again. */
const KEY_CHECKS_MAX = 30;

/** Notices changes of an account's prompts: from its events, or by polling where those do not arrive. */
export class ChangeFollower {
  readonly #stopped = new AbortController();
  readonly #ready = Promise.withResolvers<void>();
  readonly #announcer: Announcer;
  /** Id of the last event, to continue after it. */
  #lastId = '';
  /** ETag of the last list that was polled. */
  #etag: string | null = null;
  #isAway = false;

  constructor(
    private readonly service: ServiceClient,
    private readonly listener: ChangeListener,
    /** Rejects when it is aborted. */
    private readonly pause = (ms: number, signal: AbortSignal): Promise<void> => sleep(ms, undefined, { signal }),
  ) {
    this.#announcer = new Announcer(listener.announce);
  }

  /** Resolves once no later change is missed, or the service has turned out to be away. */
  get ready(): Promise<void> {
    return this.#ready.promise;
  }

  /** Follows changes until it is stopped. */
  async run(): Promise<void> {
    try {
      while (!this.#isStopped) await this.#wait(await this.#stream());
    } catch (error) {
      if (!this.#isStopped) throw error;
    }
  }

  stop(): void {
    this.#stopped.abort();
    this.#announcer.stop();
    this.#ready.resolve();
  }

  get #isStopped(): boolean {
    return this.#stopped.signal.aborted;
  }

  async #wait(end: StreamEnd): Promise<void> {
    if (end === 'refused') return this.#poll();
    this.#ready.resolve();
    if (end === 'unauthorized') return this.#awaitKey();
    await this.#pause(RETRY_MS);
  }

  /** Reads events until the response ends. */
  async #stream(): Promise<StreamEnd> {
    const attempt = new AbortController();
    const abort = () => attempt.abort();
    const parser = new EventParser();
    const decoder = new TextDecoder();
    let timer = setTimeout(abort, HELLO_MS);
    let isOpen = false;
    try {
      const signal = AbortSignal.any([attempt.signal, this.#stopped.signal]);
      const body = await this.service.openEvents(this.#lastId, signal);
      if (!body) return 'refused';
      for await (const chunk of body) {
        const events = parser.receive(decoder.decode(chunk, { stream: true }));
        if (!events) break;
        this.#lastId = parser.lastEventId || this.#lastId;
        for (const { type } of events) this.#receive(type);
        if (isOpen) timer.refresh();
        else if (events.length > 0) {
          isOpen = true;
          clearTimeout(timer);
          timer = setTimeout(abort, IDLE_MS);
        }
      }
      return isOpen ? 'ended' : 'refused';
    } catch (error) {
      if (isOpen || this.#isStopped) return 'ended';
      return attempt.signal.aborted ? 'refused' : this.#noteFailure(error);
    } finally {
      clearTimeout(timer);
      abort();
    }
  }

  #receive(type: string): void {
    if (type === 'hello') {
      this.#noteSuccess();
      // Something may have changed between the last poll and this event.
      if (this.#etag !== null) this.#announcer.change();
      this.#etag = null;
      this.#ready.resolve();
    } else if (type !== 'protection.changed') this.#announcer.change();
  }

  async #poll(): Promise<void> {
    for (let polls = 0; polls < POLLS_MAX && !this.#isStopped; polls += 1) {
      try {
        await this.#pollOnce();
      } catch (error) {
        this.#noteFailure(error);
      }
      this.#ready.resolve();
      await this.#pause(POLL_MS);
    }
  }

  async #pollOnce(): Promise<void> {
    const headers = this.#etag === null ? {} : { 'if-none-match': this.#etag };
    const { status, headers: sent } = await this.service.request(ONE_PROMPT, { headers });
    this.#noteSuccess();
    if (status !== 200) return;
    const hasFollowed = this.#etag !== null || this.#lastId !== '';
    this.#etag = sent.get('etag');
    if (hasFollowed) this.#announcer.change();
  }

  /** Looks for another key, so that a bridge with a dead one does not call the service all the time. */
  async #awaitKey(): Promise<void> {
    const { keys } = this.service;
    const refused = await keys.current();
    for (let checks = 0; checks < KEY_CHECKS_MAX && !(await keys.replace(refused)); checks += 1) {
      await this.#pause(RETRY_MS);
    }
  }

  #pause(ms: number): Promise<void> {
    return this.pause(ms, this.#stopped.signal);
  }

  /** A client whose requests failed should repeat them. */
  #noteSuccess(): void {
    if (this.service.takeOutage()) this.#announcer.change();
    if (this.#isAway) this.listener.report(`${this.service.url} responds again.`);
    this.#isAway = false;
  }

  #noteFailure(error: unknown): StreamEnd {
    const failure = this.service.toFailure(error);
    if (!this.#isAway) this.listener.report(failure.message);
    this.#isAway = true;
    return failure.body.code === 'unauthorized' ? 'unauthorized' : 'unavailable';
  }
}
