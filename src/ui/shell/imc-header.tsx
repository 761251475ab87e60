import { Brand } from '#src/ui/parts/brand.tsx'
import { lazyPart } from '#src/ui/parts/lazy-part.tsx'
import { HeaderBar } from '#src/ui/shell/header-bar.tsx'

const BRAND = <Brand area="IMC" compact />

/** The content of the header. Its code is a part of the IMC area. */
const EntityBar = lazyPart(async () => (await import('#src/ui/imc/imc-area.tsx')).EntityBar, {
  fallback: () => BRAND,
  boundary: () => BRAND,
})

interface Props {
  /** Address of the current screen. */
  readonly current: string
}

/** The header of the IMC area. */
export const ImcHeader = ({ current }: Props) => (
  <HeaderBar>
    <EntityBar current={current} />
  </HeaderBar>
)
