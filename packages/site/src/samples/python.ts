import { type SampleRequest, targetOf } from './sample-request.ts'

/** A value as Python. */
export function pythonLiteral(value: unknown, indent = ''): string {
  if (value === null || value === undefined) return 'None'
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  if (typeof value !== 'object') return JSON.stringify(value)
  const inner = `${indent}    `
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}']
  const entries = Array.isArray(value)
    ? value.map((each) => pythonLiteral(each, inner))
    : Object.entries(value).map(
        ([name, each]) => `${JSON.stringify(name)}: ${pythonLiteral(each, inner)}`,
      )
  const line = `${open}${entries.join(', ')}${close}`
  if (line.length <= 60 && !line.includes('\n')) return line
  return `${open}\n${entries.map((entry) => `${inner}${entry},\n`).join('')}${indent}${close}`
}

/** The request with the library `requests`. */
export function pythonSample(request: SampleRequest): string {
  const { method, credential, headers, body, file, isStream, answersJson } = request
  const sent = [
    ...(credential === undefined
      ? []
      : [`"Authorization": f"Bearer {os.environ['${credential}']}"`]),
    ...Object.entries({
      ...headers,
      ...(file !== undefined && { 'Content-Type': file.mediaType }),
    }).map(([name, value]) => `${JSON.stringify(name)}: ${JSON.stringify(value)}`),
  ]
  const options = [
    ...(sent.length === 0 ? [] : [`headers={${sent.join(', ')}}`]),
    ...(body === undefined ? [] : [`json=${pythonLiteral(body, '    ')}`]),
    ...(file === undefined
      ? []
      : [
          `data=${file.name === undefined ? JSON.stringify(file.text) : `open("${file.name}", "rb")`}`,
        ]),
    ...(isStream ? ['stream=True'] : []),
    `timeout=${isStream ? '60' : '30'}`,
  ]
  const url = `f"{os.environ['HOLDFAST_URL']}${targetOf(request)}"`
  const result = isStream
    ? 'for line in response.iter_lines(decode_unicode=True):\n    print(line)'
    : answersJson
      ? 'print(response.json() if response.content else response.status_code)'
      : 'print(response.text)'
  return `import os
import requests

response = requests.${method.toLowerCase()}(
    ${[url, ...options].join(',\n    ')},
)
response.raise_for_status()
${result}`
}
