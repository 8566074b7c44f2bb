import type { ReactNode } from 'react'
import { useMessages } from '../i18n.tsx'
import { sharedMessages } from '../messages.ts'
import { isEmbedded } from '../page-path.ts'
import styles from './frame.module.css'
import { LanguageSelect } from './language-select.tsx'
import { TimeSelects } from './time-selects.tsx'

interface FrameProps {
  readonly children: ReactNode
  /** Makes room for several columns. */
  readonly isWide?: boolean
}

/**
 * The layout of every public page: a centered column, and a footer with the language select. A page that is embedded
 * in another site has no outer spacing.
 */
export function Frame({ children, isWide = false }: FrameProps) {
  const names = [styles.frame, isWide && styles.wide, isEmbedded && styles.embedded]
  return (
    <div className={names.filter(Boolean).join(' ')}>
      <main>{children}</main>
      <Footer />
    </div>
  )
}

function Footer() {
  const t = useMessages(sharedMessages)
  return (
    <footer className={styles.foot}>
      <span>{t.poweredBy}</span>
      <div>
        <TimeSelects />
        <LanguageSelect />
      </div>
    </footer>
  )
}
