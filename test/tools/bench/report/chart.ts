import type { BackendFigures, CostFigures } from './figures.ts';
import { formatFigure } from './tables.ts';

const LABEL_WIDTH = 175;
const BAR_WIDTH_MAX = 220;
const VALUE_WIDTH = 50;
const PANEL_WIDTH = LABEL_WIDTH + BAR_WIDTH_MAX + VALUE_WIDTH;
const ROW_HEIGHT = 30;
const BAR_HEIGHT = 11;
const HEAD_HEIGHT = 34;
const LEGEND_HEIGHT = 30;
const COLUMNS = 2;

/** Sign-in is left out: hashing a password costs a hundred times as much as the rest and would dwarf all other bars. */
const drawnRows = ({ costs }: BackendFigures): readonly CostFigures[] =>
  costs.filter(({ title }) => title !== 'sign in');

/** Supports dark mode: an SVG image follows the system's color scheme by itself. */
const STYLE = `
    text { font: 12px system-ui, sans-serif; fill: #1f2328; }
    .head { font-weight: 600; font-size: 14px; }
    .value { font-size: 10px; fill: #59636e; }
    .service { fill: #0969da; }
    .baseline { fill: #9aa4af; }
    @media (prefers-color-scheme: dark) {
      text { fill: #e6edf3; }
      .value { fill: #9198a1; }
      .service { fill: #4493f8; }
      .baseline { fill: #656c76; }
    }
  `;

/** CPU per request, the service above what it is compared with; a panel for each backend, each with its own scale. */
export function drawChart(backends: readonly BackendFigures[]): string {
  const panelHeight = HEAD_HEIGHT + ROW_HEIGHT * Math.max(0, ...backends.map((figures) => drawnRows(figures).length));
  const columns = Math.min(COLUMNS, backends.length);
  const width = columns * PANEL_WIDTH;
  const height = LEGEND_HEIGHT + Math.ceil(backends.length / COLUMNS) * panelHeight;
  const panels = backends.map((figures, index) => {
    const x = (index % COLUMNS) * PANEL_WIDTH;
    const y = LEGEND_HEIGHT + Math.floor(index / COLUMNS) * panelHeight;
    return `  <g transform="translate(${x} ${y})">\n${drawPanel(figures)}  </g>\n`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img">
  <title>CPU per request in microseconds</title>
  <style>${STYLE}</style>
${legend}${panels.join('')}</svg>
`;
}

const legend = `  <rect class="service" x="8" y="9" width="12" height="12"/>
  <text x="26" y="19">Prompthold</text>
  <rect class="baseline" x="118" y="9" width="12" height="12"/>
  <text x="136" y="19">plain Koa handler (µs of CPU per request)</text>
`;

function drawPanel(figures: BackendFigures): string {
  const rows = drawnRows(figures).map(({ title, service, other }) => ({
    title,
    bars: [
      { kind: 'service', cpuUs: service.cpuUs },
      { kind: 'baseline', cpuUs: other.cpuUs },
    ],
  }));
  const longest = Math.max(...rows.flatMap(({ bars }) => bars.map(({ cpuUs }) => cpuUs)));
  const lines = rows.map(({ title, bars }, row) => {
    const y = HEAD_HEIGHT + row * ROW_HEIGHT;
    const label = `    <text x="${LABEL_WIDTH - 8}" y="${y + BAR_HEIGHT + 4}" text-anchor="end">${title}</text>\n`;
    return (
      label + bars.map(({ kind, cpuUs }, place) => drawBar(kind, cpuUs, longest, y + place * (BAR_HEIGHT + 1))).join('')
    );
  });
  return `    <text class="head" x="8" y="22">${figures.backend}</text>\n${lines.join('')}`;
}

function drawBar(kind: string, cpuUs: number, longest: number, y: number): string {
  const width = Math.round((cpuUs / longest) * BAR_WIDTH_MAX);
  return `    <rect class="${kind}" x="${LABEL_WIDTH}" y="${y}" width="${width}" height="${BAR_HEIGHT}"/>
    <text class="value" x="${LABEL_WIDTH + width + 4}" y="${y + BAR_HEIGHT - 2}">${formatFigure(cpuUs)}</text>
`;
}
