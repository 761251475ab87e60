const ICON_PATHS = {
  search: 'M7 2.5a4.5 4.5 0 1 1 0 9 4.5 4.5 0 0 1 0-9M10.5 10.5 14 14',
  external: 'M6 3H3v10h10v-3M9 3h4v4M13 3 7.5 8.5',
  menu: 'M2 4.5h12M2 8h12M2 11.5h12',
  close: 'm3.5 3.5 9 9m0-9-9 9',
  line: 'M1.5 12 5.5 7l3 3 6-7',
  table: 'M2 3h12v10H2zM2 6.5h12M6.5 3v10',
  calendar: 'M2 3.5h12V14H2zM2 6.5h12M5 1.5v3M11 1.5v3',
  clock: 'M8 1.8a6.2 6.2 0 1 1 0 12.4A6.2 6.2 0 0 1 8 1.8M8 4.5V8l2.5 1.5',
  offline: 'm2 2 12 12M5 9.5a4 4 0 0 1 3-1.2M2.5 6.8A8 8 0 0 1 5 5.2M8 4.5a8 8 0 0 1 5.5 2.3M8 12v.2',
  check: 'm2.5 8.5 3.5 3.5 7.5-8',
  key: 'M10.5 1.8a3.7 3.7 0 1 1-2.4 6.5L3 13.4v1.1h2.6v-2h2v-2.2M11.2 5v.2',
  lock: 'M3.5 7h9v6.5h-9zM5.5 7V5a2.5 2.5 0 0 1 5 0v2',
  info: 'M8 1.8a6.2 6.2 0 1 1 0 12.4A6.2 6.2 0 0 1 8 1.8M8 7.5V11M8 5v.2',
  warning: 'M8 1.8 15 14H1zM8 6.5v3.5M8 12v.2',
  show: 'M1.5 8S4 3.5 8 3.5 14.5 8 14.5 8 12 12.5 8 12.5 1.5 8 1.5 8zM8 6a2 2 0 1 1 0 4 2 2 0 0 1 0-4',
  hide: 'M1.5 8S4 3.5 8 3.5 14.5 8 14.5 8 12 12.5 8 12.5 1.5 8 1.5 8zM8 6a2 2 0 1 1 0 4 2 2 0 0 1 0-4M3 13.5 13 2.5',
  dot: 'M8 5.5a2.5 2.5 0 1 1 0 5 2.5 2.5 0 0 1 0-5',
  exit: 'M9.5 3H3v10h6.5M7 8h7M11.5 5.5 14 8l-2.5 2.5',
  pause: 'M5.5 3v10M10.5 3v10',
  play: 'm5 3 7.5 5L5 13z',
  plus: 'M8 3v10M3 8h10',
  minus: 'M3 8h10',
  arrow: 'M2.5 8h11M9.5 4l4 4-4 4',
  download: 'M8 2v9M4.5 7.5 8 11l3.5-3.5M2.5 13.5h11',
  previous: 'M10 3 5 8l5 5',
  next: 'm6 3 5 5-5 5',
  down: 'm3 6 5 5 5-5',
  full: 'M2.5 6V2.5H6M10 2.5h3.5V6M13.5 10v3.5H10M6 13.5H2.5V10',
  level: 'M1.5 8h13M4.5 5.5v5',
  trend: 'M3.5 12.5l9-9M2 12.5a1.5 1.5 0 1 1 3 0a1.5 1.5 0 1 1-3 0M11 3.5a1.5 1.5 0 1 1 3 0a1.5 1.5 0 1 1-3 0',
  list: 'M5.5 4h9M5.5 8h9M5.5 12h9M2 4h.2M2 8h.2M2 12h.2',
  tools: 'M2 5h6.5M12.5 5H14M2 11h1.5M7.5 11H14M8.5 5a2 2 0 1 1 4 0a2 2 0 1 1-4 0M3.5 11a2 2 0 1 1 4 0a2 2 0 1 1-4 0',
  retry: 'M13.5 3v3.5H10M2.5 13V9.5H6M13 6.2A5.5 5.5 0 0 0 3.5 5M3 9.8A5.5 5.5 0 0 0 12.5 11',
} as const

interface DrawingProps {
  /** An SVG path in a box of 16 × 16. */
  readonly path: string
  /** Width and height in px. */
  readonly size?: number
  readonly className?: string
}

/** A line drawing next to a word or inside a named control. Screen readers ignore it. */
export const IconDrawing = ({ path, size = 16, className = '' }: DrawingProps) => (
  <svg
    className={`flex-none ${className}`}
    width={size}
    height={size}
    viewBox="0 0 16 16"
    fill="none"
    stroke="currentColor"
    strokeWidth="1.5"
    strokeLinecap="square"
    aria-hidden="true"
  >
    <path d={path} />
  </svg>
)

interface Props extends Omit<DrawingProps, 'path'> {
  readonly name: keyof typeof ICON_PATHS
}

/** A drawing that several places use. */
export const Icon = ({ name, ...props }: Props) => <IconDrawing path={ICON_PATHS[name]} {...props} />
