import shared from '../../shared/languages/ja.ts'
import type { HomeTranslations } from '../translations.ts'

export default {
  ...shared,
  home: {
    title: '予約する',
    lead: '提供者とご都合のよい時間をお選びください。',
    book: '提供者を探す',
    dashboard: '管理画面を開く',
    docs: 'API ドキュメント',
  },
} satisfies HomeTranslations
