import type { ReactNode } from 'react'
import { useMessages } from '../i18n.tsx'
import { sharedMessages } from '../messages.ts'
import styles from './frame.module.css'
import { LanguageChoice } from './language-choice.tsx'

interface FrameProps {
  readonly children: ReactNode
  /** Wide enough for several columns. */
  readonly isWide?: boolean
  /** Without the page's own surroundings: it stands in somebody else's page. */
  readonly isEmbedded?: boolean
}

/** What surrounds every public page: one column in the middle, and a foot with the language. */
export function Frame({ children, isWide = false, isEmbedded = false }: FrameProps) {
  const names = [styles.frame, isWide && styles.wide, isEmbedded && styles.embedded]
  return (
    <div className={names.filter(Boolean).join(' ')}>
      <main>{children}</main>
      <Foot />
    </div>
  )
}

function Foot() {
  const t = useMessages(sharedMessages)
  return (
    <footer className={styles.foot}>
      <span>{t.poweredBy}</span>
      <LanguageChoice />
    </footer>
  )
}
