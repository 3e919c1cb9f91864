export interface Sample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

const COMMENT = /^# (HELP|TYPE) ([a-zA-Z_:][a-zA-Z0-9_:]*) (.+)$/;
/** The format defines values as what Go's ParseFloat accepts: case-insensitive, `Nan` included. */
const SAMPLE = /^([a-zA-Z_:][a-zA-Z0-9_:]*)(?:\{(.*)\})? (-?[0-9.e+-]+|nan|[+-]?inf)$/i;
const LABEL = /([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\\n]|\\["\\n])*)"(,|$)/y;

/** Parses the Prometheus text format. Throws on the first line that Prometheus would reject. */
export function parsePrometheus(text: string): readonly Sample[] {
  if (!text.endsWith('\n')) throw new Error('the last line has no line break');
  return text
    .split('\n')
    .filter((line) => line !== '' && !COMMENT.test(line))
    .map(parseSample);
}

function parseSample(line: string): Sample {
  const [, name, labels = '', value] = SAMPLE.exec(line) ?? [];
  if (name === undefined) throw new Error(`not a sample: ${line}`);
  return { name, labels: parseLabels(labels, line), value: Number(value) };
}

function parseLabels(text: string, line: string): Readonly<Record<string, string>> {
  const labels: Record<string, string> = {};
  LABEL.lastIndex = 0;
  for (let offset = 0; offset < text.length; offset = LABEL.lastIndex) {
    const [, name = '', value = ''] = LABEL.exec(text) ?? [];
    if (name === '') throw new Error(`not labels: ${line}`);
    labels[name] = value;
  }
  return labels;
}

/** The value of the only sample with this name and these labels; 0 when there is none yet. */
export function sampleValue(
  samples: readonly Sample[],
  name: string,
  labels: Readonly<Record<string, string>> = {},
): number {
  const [found, ...more] = samples.filter(
    (sample) => sample.name === name && Object.entries(labels).every(([key, value]) => sample.labels[key] === value),
  );
  if (more.length > 0) throw new Error(`several samples are named ${name} ${JSON.stringify(labels)}`);
  return found?.value ?? 0;
}
