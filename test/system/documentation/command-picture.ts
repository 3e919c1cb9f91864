/** What the endpoint returned for one prompt. */
export interface RecordedCommand {
  readonly name: string;
  readonly description: string;
  readonly arguments: readonly { readonly name: string; readonly description: string; readonly required: boolean }[];
  readonly completion: { readonly argument: string; readonly typed: string; readonly values: readonly string[] };
  /** The values that the result was rendered with. */
  readonly values: Readonly<Record<string, string>>;
  readonly result: { readonly role: string; readonly text: string };
}

const WIDTH = 890;
const LINE = 26;
const PADDING = 16;
/** Of the monospaced font at 13 px. */
const CHARACTER_WIDTH = 7.8;

/** Draws a prompt as a client may show it: the command with its arguments, a completed value, and the message that is sent. */
export function drawCommand(command: RecordedCommand): string {
  const panels = [drawArguments(command), drawCompletion(command), drawResult(command)];
  let top = 8;
  const placed = panels.map(({ title, height, shapes }) => {
    const panel = [
      `<g transform="translate(8 ${top})">`,
      `<rect class="panel" width="${WIDTH - 16}" height="${height}" rx="8"/>`,
      `<text class="source" x="${WIDTH - 16 - PADDING}" y="24" text-anchor="end">${title}</text>`,
      ...shapes,
      '</g>',
    ];
    top += height + 10;
    return panel.join('\n');
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${top}" width="${WIDTH}" height="${top}" role="img">
<title>${escapeXml(`The command /${command.name}: its arguments, a completed value and the resulting message`)}</title>
${STYLE}
${placed.join('\n')}
</svg>
`;
}

interface Panel {
  /** The request that the content comes from. */
  readonly title: string;
  readonly height: number;
  readonly shapes: readonly string[];
}

function drawArguments({ name, description, arguments: args }: RecordedCommand): Panel {
  const longest = Math.max(...args.map((argument) => argument.name.length));
  const [mark, text] = [PADDING + (longest + 2) * CHARACTER_WIDTH, PADDING + (longest + 2) * CHARACTER_WIDTH + 84];
  const rows = args.flatMap((argument, index) => {
    const y = 82 + index * LINE;
    return [
      monospaced(PADDING, y, argument.name, 'name'),
      `<text class="${argument.required ? 'required' : 'source'}" x="${mark}" y="${y}">${argument.required ? 'required' : 'optional'}</text>`,
      `<text x="${text}" y="${y}">${escapeXml(argument.description)}</text>`,
    ];
  });
  return {
    title: 'prompts/list',
    height: 82 + args.length * LINE - 8,
    shapes: [
      monospaced(PADDING, 25, `/${name}`, 'command'),
      `<text class="source" x="${PADDING}" y="48">${escapeXml(description)}</text>`,
      ...rows,
    ],
  };
}

function drawCompletion({ completion: { argument, typed, values } }: RecordedCommand): Panel {
  const prompt = `${argument}: ${typed}`;
  let left = PADDING + (prompt.length + 4) * CHARACTER_WIDTH;
  const chips = values.flatMap((value) => {
    const width = (value.length + 2) * CHARACTER_WIDTH;
    const chip = [
      `<rect class="chip" x="${left}" y="9" width="${width}" height="22" rx="11"/>`,
      monospaced(left + CHARACTER_WIDTH, 25, value, ''),
    ];
    left += width + 8;
    return chip;
  });
  const cursor = PADDING + prompt.length * CHARACTER_WIDTH + 1;
  return {
    title: 'completion/complete',
    height: 40,
    shapes: [
      monospaced(PADDING, 25, prompt, 'name'),
      `<rect class="cursor" x="${cursor}" y="12" width="2" height="16"/>`,
      ...chips,
    ],
  };
}

function drawResult({ values, result: { role, text } }: RecordedCommand): Panel {
  const given = Object.entries(values).map(([name, value]) => `${name}=${JSON.stringify(value)}`);
  const lines = text.split('\n');
  return {
    title: 'prompts/get',
    height: 58 + lines.length * 20,
    shapes: [
      monospaced(PADDING, 25, given.join(' '), 'name'),
      `<text class="source" x="${PADDING}" y="52">${escapeXml(role)}</text>`,
      ...lines.map((line, index) => `<text x="${PADDING + 44}" y="${52 + index * 20}">${escapeXml(line)}</text>`),
    ],
  };
}

const monospaced = (x: number, y: number, text: string, style: string): string =>
  `<text class="${`monospaced ${style}`.trim()}" x="${x}" y="${y}">${escapeXml(text)}</text>`;

const escapeXml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** The colors of the other pictures, readable on light and dark pages. */
const STYLE = `<style>
text { font: 13px system-ui, sans-serif; fill: #1f2328; }
.monospaced { font: 13px ui-monospace, Menlo, Consolas, monospace; white-space: pre; }
.command { font-weight: 600; fill: #0969da; }
.name { font-weight: 600; }
.required { font-weight: 600; fill: #9a3412; }
.source { fill: #59636e; }
.panel { fill: #f6f8fa; stroke: #d1d9e0; }
.chip { fill: #ffffff; stroke: #0969da; }
.cursor { fill: #0969da; }
@media (prefers-color-scheme: dark) {
text { fill: #e6edf3; }
.command { fill: #4493f8; }
.required { fill: #f0883e; }
.source { fill: #9198a1; }
.panel { fill: #151b23; stroke: #3d444d; }
.chip { fill: #0d1117; stroke: #4493f8; }
.cursor { fill: #4493f8; }
}
</style>`;
