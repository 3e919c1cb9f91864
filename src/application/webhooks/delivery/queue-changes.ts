import { type ChangeId, type ParsedChangeId, parseChangeId } from '../../../domain/changes/change-id.ts';
import { invariant } from '../../../domain/invariant.ts';
import { toChangeFilter, type Webhook } from '../../../domain/webhooks/webhook.ts';
import { PENDING_DELIVERIES_MAX } from '../../../domain/webhooks/webhook-delivery.ts';
import type { ChangeEvent } from '../../changes/change-event.ts';
import type { FollowChanges } from '../../changes/follow-changes.ts';
import type { ReadFeed } from '../../changes/watch/read-feed.ts';
import type { Clock } from '../../ports/environment.ts';
import type { WebhookDeliveries } from '../../ports/webhooks/webhook-deliveries.ts';
import type { LeasedWebhook } from '../../ports/webhooks/webhooks.ts';

/**
 * `end`: every change has its delivery. `more`: the feed continues. `full`: no more deliveries may be pending. `superseded`:
 * another instance has the lease, or the webhook was disabled or removed.
 */
export interface QueuingOutcome {
  readonly kind: 'end' | 'more' | 'full' | 'superseded';
  /** Whether changes were deleted before they were delivered. */
  readonly skipped: boolean;
}

/** Each write to the storage covers this many events. */
const EVENTS_PER_PAGE = 100;
/** The limit is more than one write to prompts can cause. */
const EVENTS_PER_CHANGE_MAX = 500;
/** A webhook that is far behind must not delay others. */
const PAGES_MAX = 5;

/** Turns the changes after a webhook's position into deliveries, which advances its position. */
export class QueueChanges {
  constructor(
    private readonly followChanges: FollowChanges,
    private readonly feed: Pick<ReadFeed, 'newest'>,
    private readonly deliveries: WebhookDeliveries,
    private readonly clock: Clock,
  ) {}

  /** The instance must hold the lease of the webhook. */
  async execute({ webhook, revision, pending }: LeasedWebhook, instance: string): Promise<QueuingOutcome> {
    let { position } = webhook;
    let room = PENDING_DELIVERIES_MAX - pending;
    let skipped = false;
    if (position.revision === revision) return { kind: 'end', skipped };

    for (let pages = 0; pages < PAGES_MAX || position.revision >= revision; pages += 1) {
      if (room <= 0) return { kind: 'full', skipped };
      const page = await this.readWhole(webhook, position, revision, Math.min(EVENTS_PER_PAGE, room));
      if (page.to.id === position.id) return { kind: 'end', skipped };
      const stored = await this.enqueue(webhook, instance, position, page);
      if (stored !== 'enqueued') return { kind: stored, skipped };
      position = page.to;
      room -= page.events.length;
      skipped ||= page.skipped;
      if (page.isEnd) return { kind: 'end', skipped };
    }
    return { kind: 'more', skipped };
  }

  /**
   * Ends with the feed, or before the newest revision, if possible: the storage compares revisions to find webhooks with
   * work, so that a position inside the newest one would hide the events that follow.
   */
  private async readWhole(webhook: Webhook, from: ParsedChangeId, revision: number, limit: number) {
    const page = await this.read(webhook, from, limit);
    if (page.isEnd || page.to.revision < revision) return page;
    return this.read(webhook, from, limit + EVENTS_PER_CHANGE_MAX);
  }

  private async read({ accountId, ...filters }: Webhook, position: ParsedChangeId, limit: number): Promise<Page> {
    const followed = await this.followChanges.execute(accountId, position, toChangeFilter(filters), limit);
    if (followed.kind === 'gone') {
      const { position: to } = await this.feed.newest(accountId);
      return { events: [], to, isEnd: true, skipped: true };
    }
    return { events: followed.events, to: parse(followed.position), isEnd: followed.isEnd, skipped: false };
  }

  private enqueue(
    { accountId, id }: Webhook,
    instance: string,
    from: ParsedChangeId,
    { events, to, skipped }: Page,
  ): Promise<'enqueued' | 'full' | 'superseded'> {
    const now = this.clock.now();
    const deliveries = events.map((event) => ({
      position: parse(event.id),
      type: event.type,
      body: JSON.stringify(event),
      createdAt: now,
      dueAt: now,
    }));
    return this.deliveries.enqueue({ accountId, id }, { instance, now, from, to, deliveries, skipped });
  }
}

interface Page {
  readonly events: readonly ChangeEvent[];
  readonly to: ParsedChangeId;
  readonly isEnd: boolean;
  readonly skipped: boolean;
}

function parse(id: ChangeId): ParsedChangeId {
  const parsed = parseChangeId(id);
  invariant(parsed !== undefined, 'the feed returns well-formed ids');
  return parsed;
}
