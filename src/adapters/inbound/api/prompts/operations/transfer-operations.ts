import { z } from 'zod';
import { IMPORT_MODES } from '../../../../../application/prompts/import-export/import-prompts.ts';
import { NDJSON_TYPE } from '../../../http/body/read-lines.ts';
import { noQuery } from '../../../http/request/read-query.ts';
import { page } from '../../../http/response/respond-json.ts';
import type { PublicOperation } from '../../../http/routes/operation.ts';
import * as shapes from './response-schemas.ts';
import { importDocument } from './transfer-document.ts';

const flag = (description: string) =>
  z
    .enum(['true', 'false'])
    .transform((text) => text === 'true')
    .default(false)
    .meta({ description, type: 'boolean', enum: undefined });

const importQuery = z.strictObject({
  mode: z
    .enum(IMPORT_MODES)
    .default('skip')
    .describe('`skip` leaves existing prompts unchanged; `merge` adds missing versions and label moves'),
  dryRun: flag('only reports what would happen'),
  force: flag('imports even what breaks prompts that include it'),
});

export const transferOperations = {
  export: {
    id: 'exportPrompts',
    method: 'get',
    path: '/export',
    area: 'Export and import',
    summary: 'Export all prompts with their history; the response is the body of an import',
    description:
      `Contains all versions, labels and label moves, but no ids. With \`Accept: ${NDJSON_TYPE}\`, a header line is followed by one prompt per line, for ` +
      'accounts of any size.',
    query: noQuery,
    responses: { 200: { description: 'All prompts', schema: importDocument, mediaTypes: [NDJSON_TYPE] } },
    rejections: [400, 429],
  },
  import: {
    id: 'importPrompts',
    method: 'post',
    reads: true,
    path: '/import',
    area: 'Export and import',
    summary: 'Import prompts from an export, with their history',
    description:
      'Times, hashes and history stay as they were exported; ids are new. Each prompt is imported as a whole or not at all, and has its own result. ' +
      'One with moves of a protected label is not imported: its result is `protected`. One that would break labels of prompts that include it is not imported ' +
      'without `force`: its result is `breaking`, and `details` lists why. ' +
      `With \`Content-Type: ${NDJSON_TYPE}\`, prompts are read and results are sent line by line.`,
    query: importQuery,
    body: importDocument,
    bodyMediaTypes: [NDJSON_TYPE],
    responses: {
      200: {
        description: 'A result for each prompt',
        schema: page(shapes.importResult),
        mediaTypes: [NDJSON_TYPE],
      },
    },
    rejections: [400, 413, 415, 422, 429],
  },
} satisfies Record<string, PublicOperation>;
