import { promisify } from 'node:util'
import { brotliDecompress, gunzip, inflate } from 'node:zlib'
import { ok, type Result, refuse } from '@holdfast/engine'
import type { OutboundAnswer } from '../../kernel/ports/outbound-http.ts'

const DECODERS = {
  gzip: promisify(gunzip),
  'x-gzip': promisify(gunzip),
  deflate: promisify(inflate),
  br: promisify(brotliDecompress),
} as const

/** Why a body cannot be decoded. */
export interface BodyRefusal {
  readonly code: 'malformed' | 'too_large'
  readonly detail: string
}

/** Decodes the content coding of an answer. Refused if the result would be larger than `bytes`. */
export async function decodeBody(
  { headers, body }: OutboundAnswer,
  bytes: number,
): Promise<Result<Uint8Array, BodyRefusal>> {
  const coding = headers['content-encoding']?.trim().toLowerCase() ?? ''
  if (coding === '' || coding === 'identity') return ok(body)
  if (!Object.hasOwn(DECODERS, coding)) {
    return refuse({
      code: 'malformed',
      detail: 'the feed has an unsupported Content-Encoding',
    })
  }
  try {
    const decoded = await DECODERS[coding as keyof typeof DECODERS](body, {
      maxOutputLength: bytes,
    })
    return ok(new Uint8Array(decoded))
  } catch (error) {
    const { code } = error as { readonly code?: string }
    return code === 'ERR_BUFFER_TOO_LARGE'
      ? refuse({ code: 'too_large', detail: `the decompressed feed is larger than ${bytes} bytes` })
      : refuse({ code: 'malformed', detail: 'the feed cannot be decompressed' })
  }
}
