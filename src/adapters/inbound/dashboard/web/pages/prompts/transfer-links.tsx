import { Button } from '@mantine/core';
import { IconDownload, IconUpload } from '@tabler/icons-react';
import { Link } from 'wouter';
import { dashboardUrl } from '../../start/base-address.ts';

/** An ordinary download, so that the browser saves exports of any size as they arrive. */
const EXPORT_URL = new URL('api/export', dashboardUrl).href;

export function TransferLinks() {
  return (
    <>
      <Button
        component={Link}
        href="/prompts/import"
        variant="default"
        className="transfer-link"
        leftSection={<IconUpload size={16} aria-hidden />}
      >
        Import
      </Button>
      <Button
        component="a"
        href={EXPORT_URL}
        download="prompts.json"
        variant="default"
        className="transfer-link"
        leftSection={<IconDownload size={16} aria-hidden />}
      >
        Export
      </Button>
    </>
  );
}
