import { Icon } from '#src/ui/parts/icon.tsx'

export const CHART_TOOLS = 'Herramientas'

/** The content of the button of a chart's tools: the same before their menu is loaded, and after. */
export const ToolsLabel = () => (
  <>
    <Icon name="tools" />
    <span className="max-sm:hidden">{CHART_TOOLS}</span>
  </>
)
