import type { FileBody } from './endpoint.ts'
import { type Checked, failed, passed } from './problem.ts'

/** The most bytes of a request body: the largest event type is a tenth of it. */
export const BODY_BYTES = 256 * 1024

// The patch format of PATCH bodies here is a JSON merge patch (RFC 7396): null removes a member.
const JSON_TYPES = new Set(['application/json', 'application/merge-patch+json'])

const decoder = new TextDecoder('utf-8', { fatal: true })

/** A body as it came, for the fingerprint of a request, and what it says. */
export interface JsonBody {
  readonly bytes: Uint8Array
  readonly value: unknown
}

const EMPTY: JsonBody = { bytes: new Uint8Array(0), value: {} }

// No `Connection: close`: the server would then cut off a client that is still sending before it
// reads this answer. It drops what still comes for half a second and closes only then.
const tooLarge = (most: number): ReturnType<typeof failed> =>
  failed({ code: 'payload_too_large', detail: `The body has more than ${most} bytes.` })

/** Reads at most so many bytes, and leaves the rest of a larger body unread; undefined: it is larger. */
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

function mediaTypeProblem(
  headers: Headers,
  types: ReadonlySet<string>,
): ReturnType<typeof failed> | undefined {
  const [wanted] = types
  const given = headers.get('content-type')
  const encoding = headers.get('content-encoding')
  if (encoding !== null && encoding.toLowerCase() !== 'identity') {
    return failed({
      code: 'unsupported_media_type',
      detail: `Content-Encoding "${encoding}" is not read; send the body as it is.`,
    })
  }
  const [type = '', ...parameters] = (given ?? '').toLowerCase().split(';')
  const isUtf8 = parameters.every((parameter) => {
    const [name, value] = parameter.trim().split('=')
    return name !== 'charset' || value?.replaceAll('"', '') === 'utf-8'
  })
  if (types.has(type.trim()) && isUtf8) return undefined
  return failed({
    code: 'unsupported_media_type',
    detail:
      given === null
        ? `The body has no Content-Type; send "${wanted}".`
        : `Content-Type "${given}" is not read; send "${wanted}".`,
  })
}

/** Reads a body of at most so many bytes; one that says beforehand that it is larger is not read. */
async function readBytes(request: Request, most: number): Promise<Checked<Uint8Array>> {
  const declared = request.headers.get('content-length')
  if (declared !== null && Number(declared) > most) return tooLarge(most)
  const bytes =
    declared === null
      ? await readStream(request.body, most)
      : new Uint8Array(await request.arrayBuffer())
  return bytes === undefined ? tooLarge(most) : passed(bytes)
}

/** Reads a file: of its media type, at most so many bytes. What is in it is not looked at. */
export async function readFile(
  request: Request,
  { mediaType, bytes }: FileBody,
): Promise<Checked<Uint8Array>> {
  const wrongType = mediaTypeProblem(request.headers, new Set([mediaType]))
  return wrongType ?? readBytes(request, bytes)
}

/** Reads a JSON body: at most 256 KB, declared as JSON, UTF-8. No body at all stands for `{}`. */
export async function readJson(request: Request): Promise<Checked<JsonBody>> {
  const read = await readBytes(request, BODY_BYTES)
  if (!read.ok) return read
  const bytes = read.value
  if (bytes.byteLength === 0) return passed(EMPTY)
  const wrongType = mediaTypeProblem(request.headers, JSON_TYPES)
  if (wrongType) return wrongType
  try {
    return passed({ bytes, value: JSON.parse(decoder.decode(bytes)) as unknown })
  } catch (error) {
    const why = error instanceof SyntaxError ? error.message : 'it is not UTF-8'
    return failed({ code: 'malformed_json', detail: `The body is not JSON: ${why}.` })
  }
}
