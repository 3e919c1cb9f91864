/** How clients that cannot run in these tests insert values. */

/** As in LiteLLM: for each variable, first `{name}` everywhere, then `{{name}}`. */
export function replaceInLitellm(content: string, variables: Readonly<Record<string, string>>): string {
  let result = content;
  for (const [name, value] of Object.entries(variables)) {
    result = result.replaceAll(`{${name}}`, () => value);
    result = result.replaceAll(`{{${name}}}`, () => value);
  }
  return result;
}

/** As in the Langfuse SDK for Python: from `{{` to the next `}}`; unknown names stay. */
export function replaceInPython(content: string, variables: Readonly<Record<string, string>>): string {
  let result = '';
  let done = 0;
  for (;;) {
    const start = content.indexOf('{{', done);
    const end = start === -1 ? -1 : content.indexOf('}}', start);
    if (end === -1) return result + content.slice(done);
    const name = content.slice(start + 2, end).trim();
    result += content.slice(done, start);
    result += Object.hasOwn(variables, name) ? variables[name] : content.slice(start, end + 2);
    done = end + 2;
  }
}
