/** Where the service is, and the key to it. */
export const addresses = {
  url: process.env['PROMPTHOLD_URL'] ?? '',
  key: process.env['PROMPTHOLD_KEY'] ?? '',
};

/** What every generated client must be able to do. */
export interface Report {
  readonly created: string;
  readonly published: number;
  readonly previous: number | null;
  readonly read: string | undefined;
  readonly first: string | undefined;
  readonly rendered: string | undefined;
  readonly listed: readonly string[];
  readonly missing: string | undefined;
  readonly deleted: number | undefined;
}

export function expectData<Data>(data: Data | undefined): Data {
  if (data === undefined) throw new Error('the request failed');
  return data;
}

export const report = (results: Report): void => void process.stdout.write(JSON.stringify(results));
