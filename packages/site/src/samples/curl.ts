import { type SampleRequest, targetOf } from './sample-request.ts'

/** A word of a shell in single quotes. */
const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`

/** The request as a command of curl. `HOLDFAST_URL` and the key are environment variables. */
export function curlSample(request: SampleRequest): string {
  const { method, credential, headers, body, file, isStream } = request
  const parts = [
    `curl${isStream ? ' --no-buffer' : ''}${method === 'GET' ? '' : ` --request ${method}`} "$HOLDFAST_URL${targetOf(request)}"`,
    ...(credential === undefined ? [] : [`--header "Authorization: Bearer $${credential}"`]),
    ...Object.entries(headers).map(([name, value]) => `--header ${quoted(`${name}: ${value}`)}`),
    ...(body === undefined
      ? []
      : [
          "--header 'Content-Type: application/json'",
          `--data ${quoted(JSON.stringify(body, null, 2))}`,
        ]),
    ...(file === undefined
      ? []
      : [
          `--header ${quoted(`Content-Type: ${file.mediaType}`)}`,
          `--data-binary ${file.name === undefined ? quoted(file.text) : `@${file.name}`}`,
        ]),
  ]
  return parts.join(' \\\n  ')
}
