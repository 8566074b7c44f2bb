import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** The programs of the codecs. A bundle has their content in its own file: see `CODECS` in `packages/infra/src/bundles.ts`. */
const read = (name: string): Uint8Array<ArrayBuffer> =>
  new Uint8Array(readFileSync(fileURLToPath(import.meta.resolve(`@jsquash/${name}`))))

/** WebAssembly of each step. */
export const CODEC_FILES = {
  jpegDecoder: () => read('jpeg/codec/dec/mozjpeg_dec.wasm'),
  pngDecoder: () => read('png/codec/pkg/squoosh_png_bg.wasm'),
  webpDecoder: () => read('webp/codec/dec/webp_dec.wasm'),
  webpEncoder: () => read('webp/codec/enc/webp_enc_simd.wasm'),
  resizer: () => read('resize/lib/resize/pkg/squoosh_resize_bg.wasm'),
} as const
