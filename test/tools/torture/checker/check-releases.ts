import type { ExportedPrompt } from '../service/send-request.ts';

/** The prompt that others include, the prompt that includes it, and the protected label that serves the latter. */
export const PARTIAL = 'partial';
export const INCLUDER = 'includer';
export const LIVE = 'live';

interface Acknowledged {
  readonly calledAt: number;
  readonly returnedAt: number;
}

/** The acknowledged writes and the renderings of a protected label whose include is published all the time. */
export interface ReleaseHistory {
  readonly partials: (Acknowledged & { readonly version: number })[];
  /** The moves of the label, which also update what it includes. */
  readonly promotions: Acknowledged[];
  readonly renderings: (Acknowledged & Rendering)[];
}

interface Rendering {
  readonly text: string;
  readonly fingerprint: string;
}

/** What one move released: the words, and the version of the partial in them. */
interface Release extends Rendering {
  readonly partial: number;
}

/** The label serves exactly what its moves released, in their order, and at once. One message for each contradiction. */
export function checkReleases(history: ReleaseHistory, prompts: readonly ExportedPrompt[]): readonly string[] {
  const releases = releasesIn(prompts);
  const fingerprints = releases.map(({ fingerprint }) => fingerprint);
  const repeated = fingerprints.filter((fingerprint, index) => fingerprints.indexOf(fingerprint) !== index);
  return [
    ...repeated.map((fingerprint) => `${fingerprint} was released twice`),
    ...history.renderings.flatMap((rendering) => findMistake(rendering, releases) ?? []),
    ...checkOrder(history, fingerprints),
    ...checkPromotions(history, releases),
  ];
}

function releasesIn(prompts: readonly ExportedPrompt[]): readonly Release[] {
  const contentOf = (prompt: string, number: number) =>
    prompts.find(({ name }) => name === prompt)?.versions.find(({ version }) => version === number)?.content;
  const moves = prompts.find(({ name }) => name === INCLUDER)?.history.filter(({ label }) => label === LIVE) ?? [];
  return moves.map(({ version, fingerprint = 'none', locks = [] }) => {
    const lock = locks.at(-1)?.lock;
    const partial = lock?.includes[0]?.version ?? 0;
    const text = contentOf(INCLUDER, version ?? 0)?.replace(`{{> ${PARTIAL}}}`, contentOf(PARTIAL, partial) ?? '');
    return { text: text ?? '', fingerprint: lock?.fingerprint === fingerprint ? fingerprint : 'not locked', partial };
  });
}

function findMistake({ text, fingerprint }: Rendering, releases: readonly Release[]): string | undefined {
  const release = releases.find((each) => each.fingerprint === fingerprint);
  if (!release) return `"${text}" was served with ${fingerprint}, which no move released`;
  return release.text === text ? undefined : `"${text}" was served, but "${release.text}" was released`;
}

/** Once a release was served, no earlier one is. */
function checkOrder({ renderings }: ReleaseHistory, fingerprints: readonly string[]): readonly string[] {
  const served = renderings.map((rendering) => ({ ...rendering, at: fingerprints.indexOf(rendering.fingerprint) }));
  return served.flatMap((later) => {
    const newer = served.find(({ at, returnedAt }) => returnedAt < later.calledAt && at > later.at);
    return newer ? [`"${later.text}" was served after "${newer.text}", which was released later`] : [];
  });
}

/** After a promotion was acknowledged, every rendering has at least the partial that was acknowledged before it was called. */
function checkPromotions(
  { partials, promotions, renderings }: ReleaseHistory,
  releases: readonly Release[],
): readonly string[] {
  return renderings.flatMap(({ text, fingerprint, calledAt }) => {
    const promoted = promotions.filter(({ returnedAt }) => returnedAt < calledAt).map((each) => each.calledAt);
    const known = partials.filter(({ returnedAt }) => returnedAt < Math.max(0, ...promoted));
    const expected = Math.max(0, ...known.map(({ version }) => version));
    const { partial = expected } = releases.find((each) => each.fingerprint === fingerprint) ?? {};
    return partial < expected ? [`"${text}" was served, but partial ${expected} was promoted before`] : [];
  });
}
