import { type IncludeTarget, printIncludeTarget } from '../../../../src/domain/naming/include-target.ts';
import { type FingerprintedVersion, fingerprintOf, reachedTargets } from '../../../../src/domain/prompts/release.ts';
import type { IncludedVersion } from '../prompt-types.ts';
import { freeze, type PromptDocument, targetsOf } from '../prompts/prompt-document.ts';

/** The fingerprint of a prompt with its includes, and the version that each include led to. */
export interface ComposedRelease {
  readonly fingerprint: string;
  readonly includes: readonly IncludedVersion[];
}

type LoadedIncludes = ReadonlyMap<string, { readonly document: PromptDocument }>;

/** Computes the release as the service would. The includes are all that the prompt reaches, by the text of their target. */
export async function releaseOf(root: PromptDocument, loaded: LoadedIncludes): Promise<ComposedRelease> {
  if (loaded.size === 0) return { fingerprint: root.hash, includes: [] };
  const documentOf = (target: IncludeTarget): PromptDocument => {
    const part = loaded.get(printIncludeTarget(target));
    if (!part) throw new TypeError('an include was not loaded');
    return part.document;
  };
  const find = (target: IncludeTarget): FingerprintedVersion => versionOf(documentOf(target));
  const version = versionOf(root);
  const fingerprint = await digestAll((digest) => fingerprintOf(version, find, digest));
  const includes = reachedTargets(version.targets, find).map((target) => {
    const { id, name, version, selectedBy } = documentOf(target);
    const by = root.lock ? ('lock' as const) : selectedBy;
    return { include: printIncludeTarget(target), promptId: id, name, version, by };
  });
  return { fingerprint, includes: freeze(includes) };
}

const versionOf = (document: PromptDocument): FingerprintedVersion => ({
  hash: document.hash as FingerprintedVersion['hash'],
  targets: targetsOf(document),
});

/**
 * Computes what needs digests of texts, which in turn may contain other digests. Digests are asynchronous on all runtimes,
 * so that it is computed again until none is unknown: as often as includes are deep.
 */
async function digestAll(compute: (digest: (text: string) => string) => string): Promise<string> {
  const known = new Map<string, string>();
  for (;;) {
    const unknown = new Set<string>();
    const computed = compute((text) => {
      if (!known.has(text)) unknown.add(text);
      return known.get(text) ?? '';
    });
    if (unknown.size === 0) return computed;
    for (const text of unknown) known.set(text, await sha256(text));
  }
}

async function sha256(text: string): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)));
  return `sha256:${Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}
