/** How often each operation was answered with each status. */
export class Tally {
  readonly rows = new Map<string, Map<string, number>>();

  /** Without a status when there was no answer. */
  count(place: string, status: number | undefined): void {
    const row = this.rows.get(place) ?? new Map<string, number>();
    this.rows.set(place, row);
    const column = status === undefined ? 'none' : String(status);
    row.set(column, (row.get(column) ?? 0) + 1);
  }
}
