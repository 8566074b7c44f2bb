import { api, type UploadedPhoto, unwrap } from '../api.ts'

/** The most bytes of a file that the server takes. */
const MOST_BYTES = 4_000_000
/** The sides of a photo that is scaled down, in pixels: twice the largest size that the server makes. */
const MOST_PIXELS = 3200
const QUALITIES = [0.9, 0.7] as const
const TYPES: readonly string[] = ['image/jpeg', 'image/png', 'image/webp']

/** A file that this browser cannot show. */
export class NoPicture extends Error {
  override readonly name = 'NoPicture'
}

/**
 * A photo as the server takes it. One that is too large, or of another type that this browser can show, becomes a smaller JPEG,
 * upright as people see it. Throws `NoPicture` for any other file.
 */
async function fittingPhoto(file: File): Promise<Blob> {
  if (TYPES.includes(file.type) && file.size <= MOST_BYTES) return file
  const picture = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch(() => {
    throw new NoPicture(file.name)
  })
  const scale = Math.min(1, MOST_PIXELS / Math.max(picture.width, picture.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(picture.width * scale)
  canvas.height = Math.round(picture.height * scale)
  canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height)
  picture.close()
  for (const quality of QUALITIES) {
    const blob = await new Promise<Blob | null>((resolve) =>
      canvas.toBlob(resolve, 'image/jpeg', quality),
    )
    if (blob !== null && blob.size <= MOST_BYTES) return blob
  }
  throw new NoPicture(file.name)
}

/** Uploads a photo. */
export async function uploadPhoto(file: File): Promise<UploadedPhoto> {
  const photo = await fittingPhoto(file)
  return await unwrap(
    api.POST('/v1/photos', {
      headers: { 'content-type': photo.type },
      body: file.name,
      bodySerializer: () => photo,
    }),
  )
}
