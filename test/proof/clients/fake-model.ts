import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';
import { listenForTest } from '../../support/service/test-resources.ts';

/** What a program asks a model. */
interface ModelRequest {
  readonly model: string;
  readonly messages: readonly { readonly role: string; readonly content: string }[];
}

const reply = (content: string) => ({
  id: '1',
  created: 1,
  object: 'chat.completion',
  choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content } }],
});
const message = (text: string) => ({
  id: '1',
  type: 'message',
  role: 'assistant',
  content: [{ type: 'text', text }],
  stop_reason: 'end_turn',
  usage: { input_tokens: 1, output_tokens: 1 },
});

/** Responds like the APIs of OpenAI and Anthropic, with what it was asked. Returns its address. */
export async function startModel(): Promise<string> {
  const server = createServer(async (request, response) => {
    const asked = (await json(request)) as ModelRequest;
    const body = request.url === '/v1/messages' ? message : reply;
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ ...body(JSON.stringify(asked)), model: asked.model }));
  });
  return `http://127.0.0.1:${await listenForTest(server)}`;
}

/** Reads what the model was asked in its reply. */
export const parseReply = (text: string): ModelRequest => JSON.parse(text);
