import { type DragEvent, useId, useState } from 'react'
import { useMessages } from '../../shared/i18n.tsx'
import { useFailureText } from '../ui/failure.tsx'
import { photoMessages } from './photo-messages.ts'
import styles from './properties.module.css'
import { NoPicture, uploadPhoto } from './upload-photo.ts'

/** A file that was not uploaded, and why. */
interface FailedFile {
  readonly name: string
  readonly text: string
}

interface Progress {
  readonly number: number
  readonly count: number
}

interface PhotoUploadProps {
  /** How many more photos fit into the list. */
  readonly room: number
  /** Called with the path of each photo that was uploaded. */
  readonly onUploaded: (url: string) => void
}

/** Uploads photos that are chosen or dropped, one after the other. */
export function PhotoUpload({ room, onUploaded }: PhotoUploadProps) {
  const t = useMessages(photoMessages)
  const failureText = useFailureText()
  const id = useId()
  const [progress, setProgress] = useState<Progress>()
  const [failed, setFailed] = useState<readonly FailedFile[]>([])
  const [isOver, setOver] = useState(false)
  const isOff = progress !== undefined || room === 0
  const textOf = (error: unknown): string => {
    if (error instanceof NoPicture) return t.noPicture
    const { title, text } = failureText(error)
    return text ?? title
  }
  const upload = async (chosen: readonly File[]) => {
    const files = chosen.slice(0, room)
    const failures: FailedFile[] = chosen.slice(room).map(({ name }) => ({ name, text: t.full }))
    setFailed([])
    for (const [index, file] of files.entries()) {
      setProgress({ number: index + 1, count: files.length })
      try {
        onUploaded((await uploadPhoto(file)).url)
      } catch (error) {
        failures.push({ name: file.name, text: textOf(error) })
      }
    }
    setProgress(undefined)
    setFailed(failures)
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    if (!isOff) void upload([...event.dataTransfer.files])
  }
  const over = (isFile: boolean) => (event: DragEvent) => {
    event.preventDefault()
    setOver(isFile)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a second way; the control is in it.
    <div
      className={`${styles.upload} ${isOver ? styles.over : ''}`}
      onDragOver={over(true)}
      onDragLeave={over(false)}
      onDrop={drop}
    >
      <label htmlFor={id}>{t.upload}</label>
      <p id={`${id}-hint`} className={styles.hint}>
        {t.uploadHint}
      </p>
      <input
        id={id}
        type="file"
        accept="image/*"
        multiple
        disabled={isOff}
        aria-describedby={`${id}-hint`}
        onChange={({ target }) => {
          const files = [...(target.files ?? [])]
          // The same file can be chosen again.
          target.value = ''
          void upload(files)
        }}
      />
      <div role="status">
        {progress && (
          <>
            <p>{t.uploading(progress.number, progress.count)}</p>
            <progress
              aria-label={t.uploading(progress.number, progress.count)}
              value={progress.number - 1}
              max={progress.count}
            />
          </>
        )}
      </div>
      {failed.length > 0 && (
        <div role="alert">
          <ul className={styles.failed}>
            {failed.map(({ name, text }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two files can have one name, and the list does not change.
              <li key={index}>
                <bdi>{name}</bdi>: {text}
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  )
}
