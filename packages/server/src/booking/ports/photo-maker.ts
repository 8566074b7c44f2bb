import type { Result } from '@holdfast/engine'

/** One size of a photo, without anything but its picture. */
export interface MadeSize {
  readonly widthPixels: number
  readonly heightPixels: number
  /** A WebP file. */
  readonly file: Uint8Array
}

/** The limits of a photo to make sizes of. */
export interface PhotoLimits {
  /** The most pixels of the file. */
  readonly pixels: number
  /** How long it may take. */
  readonly milliseconds: number
}

/** Why no sizes are made: the file is no photo that can be shown, or other photos come first. */
export type PhotoRefusal =
  | { readonly code: 'photo_unreadable'; readonly detail: string }
  | {
      readonly code: 'rate_limited'
      readonly reason: string
      readonly retryAfterSeconds: number
    }

/** Makes the sizes of photos that strangers may have sent. */
export interface PhotoMaker {
  /** 50 hexadecimal digits of a hash of a file and of how sizes are made of it. The same file has the same sizes. */
  nameOf(file: Uint8Array): string
  /** Makes the sizes of a JPEG, PNG or WebP file, the smallest first; at least one. `mediaType` is what its sender says. */
  sizesOf(
    file: Uint8Array,
    mediaType: string,
    limits: PhotoLimits,
  ): Promise<Result<readonly MadeSize[], PhotoRefusal>>
}
