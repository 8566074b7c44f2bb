import type { SentRequest } from './call.ts'
import type { FileBody } from './endpoint.ts'
import { type Checked, failed, passed } from './problem.ts'

/** The most bytes of a JSON request body, ten times the largest event type. */
export const BODY_BYTES = 256 * 1024

// PATCH bodies are JSON merge patches (RFC 7396): null removes a field.
const JSON_TYPES = new Set(['application/json', 'application/merge-patch+json'])

const decoder = new TextDecoder('utf-8', { fatal: true })

/** A body as raw bytes, for the fingerprint of a request, and as a parsed value. */
export interface JsonBody {
  readonly bytes: Uint8Array
  readonly value: unknown
}

const EMPTY: JsonBody = { bytes: new Uint8Array(0), value: {} }

// No `Connection: close`: the server would then disconnect a client that is still sending before it reads
// this response. The server discards further data for half a second and then closes the connection.
const tooLarge = (most: number): ReturnType<typeof failed> =>
  failed({
    code: 'payload_too_large',
    detail: `The body is too large. Send at most ${most} bytes.`,
  })

/** Reads at most `most` bytes. Undefined if the body is larger; its rest is not read. */
async function readStream(
  stream: ReadableStream<Uint8Array> | null,
  most: number,
): Promise<Uint8Array | undefined> {
  if (stream === null) return EMPTY.bytes
  const chunks: Uint8Array[] = []
  let length = 0
  const reader = stream.getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return Buffer.concat(chunks, length)
    length += value.byteLength
    if (length > most) {
      await reader.cancel()
      return undefined
    }
    chunks.push(value)
  }
}

/** The media type of a body, in lower case and without parameters. Empty if the request names none. */
export const mediaTypeOf = (headers: SentRequest['headers']): string =>
  (headers.get('content-type') ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? ''

function mediaTypeProblem(
  headers: SentRequest['headers'],
  types: ReadonlySet<string>,
  /** The types that the problem names. */
  named: readonly string[] = [...types],
): ReturnType<typeof failed> | undefined {
  const wanted = named.map((type) => `"${type}"`).join(' or ')
  const given = headers.get('content-type')
  const encoding = headers.get('content-encoding')
  if (encoding !== null && encoding.toLowerCase() !== 'identity') {
    return failed({
      code: 'unsupported_media_type',
      detail: `Unsupported Content-Encoding: "${encoding}". Send the body without an encoding.`,
    })
  }
  const [, ...parameters] = (given ?? '').toLowerCase().split(';')
  const isUtf8 = parameters.every((parameter) => {
    const [name, value] = parameter.trim().split('=')
    return name !== 'charset' || value?.replaceAll('"', '') === 'utf-8'
  })
  if (types.has(mediaTypeOf(headers)) && isUtf8) return undefined
  return failed({
    code: 'unsupported_media_type',
    detail:
      given === null
        ? `Content-Type is missing. Send ${wanted}.`
        : `Unsupported Content-Type: "${given}". Send ${wanted}.`,
  })
}

/** Reads a body of at most `most` bytes. Rejects a larger Content-Length without reading the body. */
export async function readBytes(request: SentRequest, most: number): Promise<Checked<Uint8Array>> {
  const declared = request.headers.get('content-length')
  if (declared !== null && Number(declared) > most) return tooLarge(most)
  try {
    const bytes = declared === null ? await readStream(request.body, most) : await request.whole()
    return bytes === undefined ? tooLarge(most) : passed(bytes)
  } catch {
    // Only the connection can fail here. The client has gone, so this answer is for the log and the metrics.
    return failed({
      code: 'malformed_json',
      detail: 'The connection ended before the body. Send the whole body.',
    })
  }
}

/** Reads a file of the given media type and maximum size. Does not check its content. */
export async function readFile(
  request: SentRequest,
  { mediaTypes, bytes }: FileBody,
): Promise<Checked<Uint8Array>> {
  const wrongType = mediaTypeProblem(request.headers, new Set(mediaTypes))
  return wrongType ?? readBytes(request, bytes)
}

/**
 * The most levels of a JSON body; no schema needs more than ten. Checking and copying a body recurse once
 * a level: 43,000 levels fit into 256 KB, and end in a stack overflow.
 */
const JSON_DEPTH = 64

/** Reports whether a text has more than `most` of a character. It stops there. */
function hasMoreThan(most: number, text: string, character: string): boolean {
  let count = 0
  for (let at = text.indexOf(character); at >= 0; at = text.indexOf(character, at + 1)) {
    count += 1
    if (count > most) return true
  }
  return false
}

/** Reports whether brackets outside of strings nest deeper than `most` levels. */
function isNestedDeeper(text: string, most: number): boolean {
  // Nearly every body has few brackets, which `indexOf` finds five times faster than this loop.
  if (!hasMoreThan(most / 2, text, '{') && !hasMoreThan(most / 2, text, '[')) return false
  let depth = 0
  let isInString = false
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at]
    if (isInString) {
      if (character === '\\') at += 1
      else if (character === '"') isInString = false
    } else if (character === '"') isInString = true
    else if (character === '[' || character === '{') {
      depth += 1
      if (depth > most) return true
    } else if (character === ']' || character === '}') depth -= 1
  }
  return false
}

/** Reads a JSON body of at most 256 KB in UTF-8 and 64 levels. An empty body means `{}`. */
export async function readJson(request: SentRequest): Promise<Checked<JsonBody>> {
  const read = await readBytes(request, BODY_BYTES)
  if (!read.ok) return read
  const bytes = read.value
  if (bytes.byteLength === 0) return passed(EMPTY)
  const wrongType = mediaTypeProblem(request.headers, JSON_TYPES, ['application/json'])
  if (wrongType) return wrongType
  try {
    const text = decoder.decode(bytes)
    if (isNestedDeeper(text, JSON_DEPTH)) {
      return failed({
        code: 'malformed_json',
        detail: `The body is nested too deeply. Send at most ${JSON_DEPTH} levels.`,
      })
    }
    return passed({ bytes, value: JSON.parse(text) as unknown })
  } catch (error) {
    const why = error instanceof SyntaxError ? error.message : 'it is not UTF-8'
    return failed({ code: 'malformed_json', detail: `The body is not valid JSON: ${why}.` })
  }
}
