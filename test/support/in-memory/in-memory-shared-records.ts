import type { RecordChange, SharedRecords } from '../../../src/adapters/outbound/records/shared-records.ts';

export class InMemorySharedRecords implements SharedRecords {
  private readonly records = new Map<string, string>();

  async read(keys: readonly string[]) {
    return keys.map((key) => this.records.get(key));
  }

  async replace({ key, replaced, text }: RecordChange) {
    if (this.records.get(key) !== replaced) return false;
    if (text === undefined) this.records.delete(key);
    else this.records.set(key, text);
    return true;
  }

  async deleteExpired() {}
}
