import './link.css';
