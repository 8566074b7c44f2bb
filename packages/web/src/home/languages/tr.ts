import shared from '../../shared/languages/tr.ts'
import type { HomeTranslations } from '../translations.ts'

export default {
  ...shared,
  home: {
    title: 'Randevu alın',
    lead: 'Bir hizmet sağlayıcı ve size uyan bir saat seçin.',
    book: 'Hizmet sağlayıcı bul',
    dashboard: 'Paneli aç',
    docs: 'API belgeleri',
  },
} satisfies HomeTranslations
