import { crc32, deflateSync } from 'node:zlib'

const WIDTH = 1200
const HEIGHT = 800
const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
/** Eight bits of red, green and blue for each point. */
const FORMAT = [8, 2, 0, 0, 0] as const

type Color = readonly [red: number, green: number, blue: number]

function chunk(name: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name), data])
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  check.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, check])
}

/** A PNG that stands for a photo: hills of a color below a sky of another one. */
export function drawnPhoto(sky: Color, hills: Color): Buffer {
  const rows = Buffer.alloc(HEIGHT * (1 + WIDTH * 3))
  for (let y = 0; y < HEIGHT; y += 1) {
    for (let x = 0; x < WIDTH; x += 1) {
      const edge = HEIGHT * 0.6 + Math.sin(x / 160) * 70 + Math.sin(x / 47) * 18
      const color = y > edge ? hills : sky
      const light = 0.75 + (0.5 * y) / HEIGHT
      const at = y * (1 + WIDTH * 3) + 1 + x * 3
      for (const [part, value] of color.entries()) rows[at + part] = Math.min(255, value * light)
    }
  }
  const head = Buffer.alloc(8)
  head.writeUInt32BE(WIDTH)
  head.writeUInt32BE(HEIGHT, 4)
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', Buffer.concat([head, Buffer.from(FORMAT)])),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}
