import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { StorageReader, TransferRecord } from '../../../application/ports/storage-transfer.ts';

const RECORDS_BETWEEN_LOOKS = 250;
const GARBAGE_BYTES_MAX = 20 * 1024 * 1024;

/**
 * Leaves little garbage behind. A transfer holds only a few records at a time, but as long as the machine has memory, V8
 * lets those pile up that went by, and takes three times of what is needed. What is needed is not limited by this.
 */
export function sparing(reader: StorageReader): StorageReader {
  return { records: () => collecting(reader.records()), size: () => reader.size() };
}

async function* collecting(records: AsyncIterable<TransferRecord>): AsyncIterable<TransferRecord> {
  const collectGarbage = garbageCollector();
  // Gives back as well what loading the program has taken.
  collectGarbage({ type: 'major', execution: 'sync', flavor: 'last-resort' });
  let needed = bytesInUse();
  let count = 0;
  for await (const record of records) {
    yield record;
    count += 1;
    if (count % RECORDS_BETWEEN_LOOKS !== 0 || bytesInUse() - needed < GARBAGE_BYTES_MAX) continue;
    collectGarbage();
    needed = bytesInUse();
  }
}

function bytesInUse(): number {
  const { used_heap_size, external_memory } = getHeapStatistics();
  return used_heap_size + external_memory;
}

/** Both may be set at any time: V8 looks at the one whenever it would enlarge its space for new objects. */
function garbageCollector(): NodeJS.GCFunction {
  setFlagsFromString('--semi-space-growth-factor=1');
  setFlagsFromString('--expose-gc');
  return runInNewContext('gc');
}
