import type { McpBridgeRequest } from '../../inbound/cli/host/command-services.ts';
import { EXIT } from '../../inbound/cli/host/exit-codes.ts';
import { WrongUsage } from '../../inbound/cli/terminal/wrong-usage.ts';
import { serveBridge } from '../../inbound/mcp/bridge/serve-bridge.ts';
import type { Environment } from '../configuration/environment.ts';
import { version } from '../version.ts';
import { apiAccess, parseServiceUrl, reloadKey } from './api-access.ts';

/** Throws ConfigurationError if there is no key, or a malformed one. Whether the service accepts it shows later. */
export async function bridgeMcp(
  environment: Environment,
  { url: typed, view, tools, report }: McpBridgeRequest,
): Promise<number> {
  const typedUrl = typed === undefined ? {} : { PROMPTHOLD_URL: readUrl(typed) };
  const { url, key: first, fetch } = apiAccess({ ...environment, ...typedUrl });
  let key = first;
  const readKey = async (): Promise<string> => {
    key = reloadKey(environment) ?? key;
    return key.reveal();
  };
  const service = { url, readKey, clientName: `prompthold-mcp/${version}`, fetch };
  const end = await serveBridge(
    { service, view, toolSet: tools, version, report },
    { input: process.stdin, output: process.stdout },
  );
  return end === 'ended' ? EXIT.succeeded : EXIT.failed;
}

function readUrl(text: string): string {
  const parsed = parseServiceUrl(text);
  if (parsed.kind === 'invalid') throw new WrongUsage(`--url ${parsed.problem}`);
  return parsed.url;
}
