const SLOTS = 1024;

/**
 * Recognizes names that were added before, in constant memory: every name overwrites what another one left in its slot.
 * So old names are forgotten, and very rarely a new one is taken for a recent one.
 */
export class RecentNames {
  private readonly hashes = new Uint32Array(SLOTS);

  /** Whether the name was added before, and is not forgotten. */
  add(name: string): boolean {
    const hash = hashOf(name);
    const slot = hash % SLOTS;
    const isRecent = this.hashes[slot] === hash;
    this.hashes[slot] = hash;
    return isRecent;
  }
}

/** FNV-1a over UTF-16 code units. */
function hashOf(name: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < name.length; index += 1) hash = Math.imul(hash ^ name.charCodeAt(index), 0x01000193);
  return hash >>> 0;
}
