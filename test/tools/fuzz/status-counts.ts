/** Counts responses by operation and status. */
export class StatusCounts {
  readonly rows = new Map<string, Map<string, number>>();

  /** The status is undefined when there was no response. */
  count(operation: string, status: number | undefined): void {
    const row = this.rows.get(operation) ?? new Map<string, number>();
    this.rows.set(operation, row);
    const column = status === undefined ? 'none' : String(status);
    row.set(column, (row.get(column) ?? 0) + 1);
  }
}
