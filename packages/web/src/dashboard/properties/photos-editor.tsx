import type { Photo } from '@holdfast/contracts'
import { useRef } from 'react'
import { addressOf } from '../../shared/base-path.ts'
import { useMessages } from '../../shared/i18n.tsx'
import { Button } from '../../shared/ui/button.tsx'
import { errorOfWhole, type FieldErrors } from '../ui/field-errors.ts'
import { type Keyed, nextKey } from '../ui/keyed.ts'
import { TextField } from '../ui/text-field.tsx'
import { WholeError } from '../ui/whole-error.tsx'
import { EntryList } from './entry-list.tsx'
import { photoMessages } from './photo-messages.ts'
import { PhotoUpload } from './photo-upload.tsx'
import styles from './properties.module.css'

/** A photo in the form. */
export interface PhotoDraft extends Keyed {
  readonly url: string
  readonly alt: string
  /** The photo before the form changed it. */
  readonly saved?: Photo
}

/** The photos of something for the form. */
export const photosDraftOf = (photos: readonly Photo[] = []): readonly PhotoDraft[] =>
  photos.map((saved, index) => ({ key: `saved ${index}`, url: saved.url, alt: saved.alt, saved }))

/** The photos of the form for a request. A photo at the same address keeps its other sizes. */
export const photosBody = (drafts: readonly PhotoDraft[]) =>
  drafts.map(({ url: typed, alt, saved }) => {
    const url = typed.trim()
    const sizes = saved?.url === url ? saved.sizes.map((size) => ({ ...size })) : []
    return { url, alt: alt.trim(), ...(sizes.length > 0 && { sizes }) }
  })

const MOST = 20

interface PhotosEditorProps {
  readonly photos: readonly PhotoDraft[]
  readonly errors: FieldErrors
  readonly onChange: (photos: readonly PhotoDraft[]) => void
}

/** Edits the photos that guests see, in their order. */
export function PhotosEditor({ photos, errors, onChange }: PhotosEditorProps) {
  // Uploads end later, when the list may have changed.
  const latest = useRef(photos)
  latest.current = photos
  const add = (url: string) => {
    latest.current = [...latest.current, { key: nextKey(latest.current), url, alt: '' }]
    onChange(latest.current)
  }
  return (
    <>
      <PhotoUpload room={MOST - photos.length} onUploaded={add} />
      <PhotoEntries photos={photos} errors={errors} onChange={onChange} />
    </>
  )
}

/** Whether an address is that of a photo on this server. */
const isUploaded = (url: string): boolean => url.startsWith('/')

function PhotoEntries({ photos, errors, onChange }: PhotosEditorProps) {
  const t = useMessages(photoMessages)
  return (
    <EntryList
      texts={t}
      entries={photos}
      max={MOST}
      newEntry={(key) => ({ key, url: '', alt: '' })}
      errorOf={(index) => errorOfWhole(errors, `photos/${index}`)}
      onChange={onChange}
      fields={(photo, change, index) => (
        <>
          {(isUploaded(photo.url) || photo.url.startsWith('https://')) && (
            <img className={styles.thumbnail} src={addressOf(photo.url)} alt="" loading="lazy" />
          )}
          {isUploaded(photo.url) ? (
            <WholeError error={errors[`photos/${index}/url`]} />
          ) : (
            <TextField
              label={t.url}
              hint={t.urlHint}
              isRequired
              value={photo.url}
              error={errors[`photos/${index}/url`]}
              onChange={(url) => change({ url })}
            />
          )}
          <TextField
            label={t.alt}
            hint={t.altHint}
            isRequired
            value={photo.alt}
            error={errors[`photos/${index}/alt`]}
            onChange={(alt) => change({ alt })}
          />
          {index > 0 && (
            <Button
              onClick={() =>
                onChange(photos.toSpliced(index - 1, 2, photo, photos[index - 1] as PhotoDraft))
              }
            >
              {t.forward(index + 1)}
            </Button>
          )}
        </>
      )}
    />
  )
}
