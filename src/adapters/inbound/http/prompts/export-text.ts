import type { ExportedPrompt } from '../../../../application/prompts/import-export/export-prompts.ts';
import { writeMetadata, writeMove, writeVersion } from './transfer-document.ts';

/** The chunks of an export that is one JSON document. */
export async function* exportJson(prompts: AsyncIterable<ExportedPrompt>): AsyncIterable<string> {
  yield '{"data":{"format":"prompthold-export","version":1,"prompts":[';
  let separator = '';
  for await (const prompt of prompts) {
    yield separator;
    yield* promptText(prompt);
    separator = ',';
  }
  yield ']}}';
}

/** Serializes one version at a time: a prompt can be larger than the longest string. */
async function* promptText({ prompt, versions, moves }: ExportedPrompt): AsyncIterable<string> {
  yield `${JSON.stringify(writeMetadata(prompt)).slice(0, -1)},"versions":[`;
  yield* joined(versions, (version) => JSON.stringify(writeVersion(version)));
  yield '],"history":[';
  yield* joined(moves, (move) => JSON.stringify(writeMove(move)));
  yield ']}';
}

async function* joined<Item>(items: AsyncIterable<Item>, toText: (item: Item) => string): AsyncIterable<string> {
  let separator = '';
  for await (const item of items) {
    yield separator + toText(item);
    separator = ',';
  }
}

/** Small enough to be sent without delay, large enough that an export does not consist of millions of writes. */
const CHUNK_CHARACTERS = 64 * 1024;

/** The first text is a chunk of its own, so that the client gets the beginning of the response without delay. */
export async function* inChunks(texts: AsyncIterable<string>): AsyncIterable<Buffer> {
  let chunk = '';
  let charactersMin = 0;
  for await (const text of texts) {
    chunk += text;
    if (chunk.length < charactersMin) continue;
    yield Buffer.from(chunk);
    chunk = '';
    charactersMin = CHUNK_CHARACTERS;
  }
  yield Buffer.from(chunk);
}
