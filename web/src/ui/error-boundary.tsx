import { Component, type ReactNode } from 'react';

interface Props {
  /** What to show when a part of the page broke, or did not load. */
  instead: ReactNode;
  children: ReactNode;
}

/** The last resort: a page that says so instead of one that went blank. */
export class ErrorBoundary extends Component<Props, { broken: boolean }> {
  override state = { broken: false };

  static getDerivedStateFromError() {
    return { broken: true };
  }

  override render() {
    return this.state.broken ? this.props.instead : this.props.children;
  }
}
