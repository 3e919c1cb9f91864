import type { Branded } from '../branded.ts';
import type { Label } from '../naming/label.ts';
import type { PromptId } from '../naming/prompt-name.ts';
import type { ClientName } from './client-name.ts';

/** The interfaces that a key can be used with. Storages hold them as bits, so that new ones go to the end. */
export const callInterfaces = ['api', 'langfuse', 'litellm', 'langchain', 'mcp'] as const;
export type CallInterface = (typeof callInterfaces)[number];

/** Maximum per account; the callers seen last are stored. */
export const CALLERS_MAX = 100;
/** Maximum per caller; the most recent reads are stored. */
export const LABEL_READS_MAX = 20;

export type CallerId = Branded<string, 'CallerId'>;
export const CALLER_ID_PATTERN = /^c_[0-9a-f]{16}$/;

/** Takes the SHA-256 of `callerKey`, in hex. */
export const callerIdOf = (digest: string): CallerId => `c_${digest.slice(0, 16)}` as CallerId;

/** The same for calls of the same program from the same address. */
export const callerKey = (name: ClientName, address: string): string => `${name}\0${address}`;

/** A program that uses an account's key, and what it was last served for each label. */
export interface Caller {
  readonly id: CallerId;
  readonly name: ClientName;
  /** The caller's address or its network; empty for the callers that are counted together. */
  readonly address: string;
  readonly interfaces: readonly CallInterface[];
  readonly firstSeen: Date;
  readonly lastSeen: Date;
  readonly calls: number;
  readonly labels: readonly LabelRead[];
  /** Whether the caller read more labels than are stored. */
  readonly labelsEvicted: boolean;
}

/** The version that a caller was last served when it asked for a label of a prompt. */
export interface LabelRead {
  /** Undefined for a list of prompts with the versions that the label selects. */
  readonly promptId: PromptId | undefined;
  readonly label: Label;
  /** Undefined for a list. */
  readonly version: number | undefined;
  readonly at: Date;
}

/** Returns one read per prompt and label, the newest first. Of two at the same time, the later in the list counts. */
export function newestLabelReads(reads: readonly LabelRead[]): readonly LabelRead[] {
  const newest = new Map<string, LabelRead>();
  for (const read of reads) {
    const key = `${read.promptId ?? ''} ${read.label}`;
    const known = newest.get(key);
    if (!known || read.at >= known.at) newest.set(key, read);
  }
  return [...newest.values()].sort((one, other) => other.at.getTime() - one.at.getTime() || compareLabels(one, other));
}

const compareLabels = (one: LabelRead, other: LabelRead): number =>
  compareText(one.promptId ?? '', other.promptId ?? '') || compareText(one.label, other.label);

const compareText = (one: string, other: string): number => Number(one > other) - Number(one < other);

/** Last seen first. */
export const sortCallers = <Each extends Caller>(callers: readonly Each[]): Each[] =>
  callers.toSorted((one, other) => other.lastSeen.getTime() - one.lastSeen.getTime() || compareText(one.id, other.id));

/** Encodes a list of interfaces as one number: the bit of each interface is its index in the list. */
export const interfaceBits = (interfaces: readonly CallInterface[]): number =>
  interfaces.reduce((bits, each) => bits | interfaceBit(each), 0);

export const interfaceBit = (each: CallInterface): number => 1 << callInterfaces.indexOf(each);

/** Ignores the bits of interfaces that a later release added. */
export const interfacesOf = (bits: number): readonly CallInterface[] =>
  callInterfaces.filter((each) => (bits & interfaceBit(each)) !== 0);
