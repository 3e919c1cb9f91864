import { z } from 'zod';
import { changedFields } from '../../../../domain/changes/change.ts';
import {
  channel,
  contentHash,
  fingerprint,
  label,
  promptId,
  promptName,
  promptType,
  timestamp,
  versionNumber,
} from '../../http/request/value-schemas.ts';
import { changeId } from './change-filter-query.ts';

/** The events of the feed, of streams and of webhooks, as clients see them. */

const message = z.string().describe('why');
const imported = z.literal(true).optional().describe('present if an import made the change');
const promptFields = { promptId, name: promptName.describe('after the change'), by: channel, imported };

const event = <Type extends string, Data extends z.ZodType>(
  name: string,
  type: Type,
  description: string,
  data: Data,
) =>
  z
    .strictObject({
      id: changeId,
      type: z.literal(type),
      timestamp: timestamp.describe('when it changed'),
      data: data.meta({ id: name }),
    })
    .meta({ id: `${name}Event`, description });

const promptCreated = event(
  'PromptCreated',
  'prompt.created',
  'A prompt was created.',
  z.strictObject({ ...promptFields, type: promptType, version: versionNumber }),
);

const promptChanged = event(
  'PromptChanged',
  'prompt.changed',
  'A prompt was renamed, described, tagged, archived or brought back from the archive.',
  z.strictObject({
    ...promptFields,
    changed: z.array(z.enum(changedFields)),
    previousName: promptName.optional().describe('after a rename'),
  }),
);

const versionPublished = event(
  'VersionPublished',
  'version.published',
  'A version was published. The first version of a prompt has no such event.',
  z.strictObject({
    ...promptFields,
    version: versionNumber,
    hash: contentHash,
    message,
    restoredFrom: versionNumber.nullable().describe('the earlier version whose content it has again'),
  }),
);

const labelMoved = event(
  'LabelMoved',
  'label.moved',
  'A label was set, moved or removed.',
  z.strictObject({
    ...promptFields,
    label,
    version: versionNumber.nullable().describe('null if the label was removed'),
    previous: versionNumber.nullable().describe('null if the label is new'),
    hash: contentHash.nullable().describe('of the version; null if the label was removed'),
    fingerprint: fingerprint.optional().describe('missing if the label was removed, or moved before 0.2'),
    rollback: z.literal(true).optional().describe('present if the move was a rollback'),
    message,
  }),
);

const promptDeleted = event(
  'PromptDeleted',
  'prompt.deleted',
  'A prompt was deleted.',
  z.strictObject({ ...promptFields, latestVersion: versionNumber }),
);

const protectionChanged = event(
  'ProtectionChanged',
  'protection.changed',
  'The list of protected labels was changed.',
  z.strictObject({
    labels: z.array(label).describe('all that are protected now'),
    added: z.array(label),
    removed: z.array(label),
    by: channel,
  }),
);

export const changeEvent = z
  .union([promptCreated, promptChanged, versionPublished, labelMoved, promptDeleted, protectionChanged])
  .meta({
    id: 'ChangeEvent',
    description: 'What changed, without any content of prompts. `type` says which one it is.',
  });
