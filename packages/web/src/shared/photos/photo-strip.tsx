import type { Photo } from '@holdfast/contracts'
import { addressOf } from '../base-path.ts'
import { isEmbedded } from '../page-path.ts'
import styles from './photo-strip.module.css'

interface PhotoStripProps {
  readonly photos: readonly Photo[]
  /** What they show, for those who do not see them. */
  readonly label: string
}

/** The place of photos that are not known yet. */
export const PhotosPlace = () => <div className={styles.place} />

/** The widths of a photo, of which the browser loads the one that fits. */
const sizesOf = ({ sizes }: Photo): string | undefined =>
  sizes.length === 0
    ? undefined
    : sizes.map(({ url, widthPixels }) => `${addressOf(url)} ${widthPixels}w`).join(', ')

/**
 * Photos beside each other, to scroll sideways. Their boxes have a size before they load. An embedded page shows those that were
 * uploaded: it loads nothing from other sites.
 */
export function PhotoStrip({ photos: all, label }: PhotoStripProps) {
  const photos = isEmbedded ? all.filter(({ url }) => url.startsWith('/')) : all
  if (photos.length === 0) return null
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must be able to scroll it.
    <ul className={styles.strip} aria-label={label} tabIndex={0}>
      {photos.map((photo, index) => (
        <li key={photo.url}>
          <img
            src={addressOf(photo.url)}
            srcSet={sizesOf(photo)}
            sizes="(max-width: 40rem) 85vw, 24rem"
            alt={photo.alt}
            loading={index === 0 ? 'eager' : 'lazy'}
            decoding="async"
          />
        </li>
      ))}
    </ul>
  )
}
