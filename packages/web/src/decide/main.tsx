import { staffTranslations } from '../shared/languages/staff.ts'
import { mountPage } from '../shared/mount-page.tsx'
import { DecidePage } from './decide-page.tsx'

mountPage(<DecidePage />, staffTranslations)
