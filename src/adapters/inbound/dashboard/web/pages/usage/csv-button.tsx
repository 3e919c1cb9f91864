import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import type { Usage } from '../../api/stats.ts';
import type { LabelledGroup } from '../../charts/chart-columns.ts';
import { csvFileName, usageCsv } from './usage-csv.ts';
import { groupingBy } from './usage-options.ts';

interface CsvButtonProps {
  readonly usage: Usage;
  readonly groups: readonly LabelledGroup[];
}

/** Saves what is on the page at this moment. */
export function CsvButton({ usage: { slots, interval, groupBy }, groups }: CsvButtonProps) {
  const save = () => {
    const address = URL.createObjectURL(new Blob([usageCsv(slots, groups)], { type: 'text/csv;charset=utf-8' }));
    const link = document.createElement('a');
    link.href = address;
    link.download = csvFileName(slots, interval, groupingBy(groupBy).id);
    link.click();
    // Not at once: the browser may still be about to read it.
    setTimeout(() => URL.revokeObjectURL(address), 10_000);
  };
  return (
    <Button variant="default" leftSection={<IconDownload size={16} aria-hidden />} onClick={save}>
      Download CSV
    </Button>
  );
}
