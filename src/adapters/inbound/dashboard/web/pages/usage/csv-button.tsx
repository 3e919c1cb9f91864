import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import type { Usage } from '../../api/account/stats.ts';
import type { LabelledGroup } from '../../charts/chart-columns.ts';
import { csvFileName, formatUsageCsv } from './usage-csv.ts';
import { groupingBy } from './usage-options.ts';

interface CsvButtonProps {
  readonly usage: Usage;
  readonly groups: readonly LabelledGroup[];
}

/** Downloads the usage that the page shows. */
export function CsvButton({ usage: { slots, interval, groupBy }, groups }: CsvButtonProps) {
  const save = () => {
    const url = URL.createObjectURL(new Blob([formatUsageCsv(slots, groups)], { type: 'text/csv;charset=utf-8' }));
    const link = document.createElement('a');
    link.href = url;
    link.download = csvFileName(slots, interval, groupingBy(groupBy).id);
    link.click();
    // Delayed: the browser may not have read it yet.
    setTimeout(() => URL.revokeObjectURL(url), 10_000);
  };
  return (
    <Button variant="default" leftSection={<IconDownload size={16} aria-hidden />} onClick={save}>
      Download CSV
    </Button>
  );
}
